import * as v from 'valibot';
import { runEnvironment } from '../../../measurement/environment.js';
import { TrimtabError } from '../../../base/problem.js';
import { commandText } from '../../../base/text.js';
import { needed, optional } from '../../language/declaration.js';
import { command, text } from '../../language/words.js';
import { endText } from '../../measuring/job.js';
import { action } from '../../steps/action.js';
import { environmentArgument, targetArgument } from '../../declarations/arguments.js';
import { measurementOf } from '../../steps/measurement.js';
import { runThere, siteOf } from '../../steps/site.js';

/** Any command on a target. */
export const shell = action(
  {
    kind: 'shell',
    title: 'Run a command',
    description: 'Runs any other command: a program with its arguments, without a shell.',
    arguments: {
      target: targetArgument('it is started on'),
      command: needed(command, 'The program and its arguments, such as [make, check].', '[make, check]'),
      folder: optional(text, 'Folder in which it starts, relative to the project.', 'that of trimtab.yaml'),
      environment: environmentArgument('Variables of this command.'),
    },
    first: { command: ['echo', 'hello'] },
    outputs: v.object({
      exit: v.pipe(v.number(), v.description('Its exit code: always 0, because the step fails otherwise.')),
      output: v.pipe(v.string(), v.description('The end of its output.')),
    }),
    keepsProject: false,
    handsInJobs: false,
    afterCrash: 'asks',
    printsResult: false,
  },
  async (context, given) => {
    const site = await siteOf(context, given.get('target'));
    const { target, project, there } = site;
    const environment = given.get('environment') ?? {};
    const { plan } = await measurementOf(context, site, environment);
    const argv = given.get('command');
    const folder = given.get('folder');
    const result = await runThere(
      context,
      target,
      { argv, folder: folder === undefined ? project : there(`${context.configuration.project}/${folder}`) },
      { environment: runEnvironment(environment, plan) },
    );
    if (result.exitCode !== 0)
      throw new TrimtabError(`${commandText(argv)} ${endText(result)}; see its output.`, { details: result.tail });
    return { exit: 0, output: result.tail.trimEnd() };
  },
);
