import * as v from 'valibot';
import { action } from '../../steps/action.js';
import { targetArgument } from '../../declarations/arguments.js';
import { siteOf } from '../../steps/site.js';

/** Brings the project and the probe to the target. */
export const sync = action(
  {
    kind: 'sync',
    title: 'Send the sources',
    description: "Sends the project's sources to the target; only what changed travels. Nothing to do on this machine.",
    arguments: { target: targetArgument('the sources are sent to') },
    outputs: v.object({
      target: v.pipe(v.string(), v.description('Name of the target.')),
      folder: v.pipe(v.string(), v.description('The project folder there.')),
      files: v.pipe(v.number(), v.description('Number of copied files.')),
      bytes: v.pipe(v.number(), v.description('Number of copied bytes, including the probe.')),
    }),
    stage: 'prepare',
    keepsProject: false,
    handsInJobs: false,
    afterCrash: 'again',
    printsResult: false,
  },
  async (context, given) => {
    const { configuration, probeFolder, signal, tell } = context;
    const { target, project, probe } = await siteOf(context, given.get('target'));
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
  },
);
