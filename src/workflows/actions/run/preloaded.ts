/** Programs that are not built, on another machine: what they are is known there alone. */
import { basename } from 'node:path/posix';
import { TrimtabError } from '../../../base/problem.js';
import type { Configuration } from '../../configuration/configuration.js';
import { preloadableFrom, PRELOADER, splitLauncher } from '../../configuration/preload.js';
import { settledFor } from '../../configuration/unbuilt.js';
import type { ActionContext } from '../../steps/action.js';
import { runThere, type Site, withProbe } from '../../steps/site.js';

/** Seconds that making the library ready may take: it is built once for each MPI. */
const PATIENCE = 900;

/**
 * Returns the configuration with the launch command. If the user did not set it, a program linked with no MPI library
 * runs once; otherwise, the launcher of its MPI is used. The preload library is prepared, if compilers are available.
 * @throws TrimtabError when no such program exists there, or nothing can be recorded of it
 */
export async function preloadedThere(context: ActionContext, site: Site): Promise<Configuration> {
  const { configuration } = context;
  const command = configuration.runCommand(configuration.ranks);
  const { program: words } = splitLauncher(command);
  const [preloader = '', program = ''] = words;
  // Of programs here, what is needed was found out before.
  if (preloader !== PRELOADER) return configuration;
  let said = '';
  const { exitCode, tail } = await runThere(
    context,
    site.target,
    {
      argv: withProbe(site.probe, [PRELOADER, '--prepare', program]),
      folder: site.there(configuration.run.folder),
      shown: [PRELOADER, '--prepare', program],
    },
    { timeout: PATIENCE, onOutput: (text) => (said += text) },
  );
  if (exitCode !== 0)
    throw new TrimtabError(
      `The measurement library for ${basename(program)} could not be built on ${site.target.name}.`,
      {
        details: tail,
      },
    );
  const { compiler, limits } = preloadableFrom(said, program, site.target.name);
  if (limits !== undefined) context.tell(limits);
  return settledFor(configuration, program, compiler);
}
