/** Actions that need little: sync, instrument, annotate, ask, shell. */
import { runEnvironment } from '../../measurement/environment.js';
import { TrimtabError } from '../../model/problem.js';
import { commandText } from '../../model/text.js';
import { endText } from '../measuring/job.js';
import type { ActionFunction } from '../runner/action.js';
import { doneStep, outputText, textOf, textsOf, variablesOf } from './arguments.js';
import { measurementOf } from './measurement.js';
import { runThere, siteOf } from './site.js';

/** Brings the project and the probe to the target. */
export const sync: ActionFunction = async (context) => {
  const { configuration, probeFolder, signal, tell } = context;
  const { target, project, probe } = await siteOf(context);
  const options = { signal, onProgress: (message: string) => tell(message) };
  const tools = await target.send(probeFolder, probe, options);
  const sources = await target.send(configuration.project, project, options);
  const bytes = sources.bytes + tools.bytes;
  tell(
    sources.files === 0
      ? `Everything on ${target.name} is up to date.`
      : `${sources.files} files brought up to date on ${target.name}.`,
  );
  return { target: target.name, folder: project, files: sources.files, bytes };
};

/** Says what later builds and runs measure: functions left out, and variables of the probe. */
export const instrument: ActionFunction = (context) => {
  const exclude = textsOf(context.arguments, 'exclude') ?? [];
  const environment = variablesOf(context.arguments, 'environment');
  context.tell(exclude.length === 0 ? 'All functions are measured.' : `${exclude.length} functions are left out.`);
  return Promise.resolve({ exclude, environment });
};

/** Writes a note and tags to an experiment. */
export const annotate: ActionFunction = (context) => {
  const { done, store } = context;
  const id =
    textOf(context.arguments, 'experiment') ??
    outputText(doneStep(done, 'run', textOf(context.arguments, 'of')), 'experiment', 'run');
  const note = textOf(context.arguments, 'note');
  const tags = textsOf(context.arguments, 'tags');
  store.update(id, { ...(note === undefined ? {} : { note }), ...(tags === undefined ? {} : { tags }) });
  return Promise.resolve({ experiment: id });
};

/** Asks the person, and waits. */
export const ask: ActionFunction = async (context) => {
  const answer = await context.ask(
    textOf(context.arguments, 'question') ?? '',
    textsOf(context.arguments, 'choices') ?? [],
  );
  context.log(`${answer}\n`);
  context.tell(`Answered: ${answer}`);
  return { answer };
};

/** Any command on a target. */
export const shell: ActionFunction = async (context) => {
  const site = await siteOf(context);
  const { target, project, there } = site;
  const { plan } = await measurementOf(context, site);
  const argv = textsOf(context.arguments, 'command') ?? [];
  const folder = textOf(context.arguments, 'folder');
  const result = await runThere(
    context,
    target,
    { argv, folder: folder === undefined ? project : there(`${context.configuration.project}/${folder}`) },
    { environment: runEnvironment(variablesOf(context.arguments, 'environment'), plan) },
  );
  if (result.exitCode !== 0)
    throw new TrimtabError(`${commandText(argv)} ${endText(result)}; its output says why.`, { details: result.tail });
  return { exit: 0, output: result.tail.trimEnd() };
};
