import { join } from 'node:path';
import { FILES, type Recorder } from '../../experiments/index.js';
import { ARCHIVE, archiveIn, finishPatience } from '../../measurement/probe.js';
import { TrimtabError } from '../../model/problem.js';
import type { ActionContext, ActionFunction } from '../runner/action.js';
import { doneStep, outputText, textOf } from './arguments.js';
import { type Site, siteOf, withProbe } from './site.js';

/** Exit code of the script below where the folder was brought here before. */
const TAKEN = 113;

/**
 * Makes the archive in the folder `$1` where the run could not, with the finisher that was built for one of the
 * compilers that follow. Says nothing and succeeds when there is an archive already, or nothing to make one of.
 */
const FINISH = `
folder=$1; shift
[ -d "$folder" ] || exit ${TAKEN}
[ -e "$folder/${ARCHIVE}" ] && exit 0
[ -n "$(ls -A "$folder" 2>/dev/null)" ] || exit 0
for compiler in "$@"; do
  cache=$(trimtab-cc --print-cache "$compiler" 2>/dev/null) || continue
  [ -x "$cache/trimtab-finish" ] && exec "$cache/trimtab-finish" "$folder"
done
echo "The records in $folder were not made into an archive: trimtab-finish was not built there."
exit 1
`;

/** Brings the measurements of a run into its experiment. */
export const fetch: ActionFunction = async (context) => {
  const { done, store } = context;
  const ran = doneStep(done, 'run', textOf(context.arguments, 'of'));
  const experiment = outputText(ran, 'experiment', 'run');
  const trace = outputText(ran, 'trace', 'run');
  const target = outputText(ran, 'target', 'run');
  const site = await siteOf({ ...context, arguments: { target } });
  const recorder = store.resume(experiment);
  const archive = await fetchTrace(context, site, recorder, trace);
  if (archive !== undefined) return { experiment, archive };
  const sentence =
    'The program ran but nothing was measured: it does not contain the probe, or does not call MPI_Init; ' +
    'put trimtab-cc in front of the MPI compiler in build.command, for compiling and for linking.';
  recorder.finishQuietly('failed', sentence);
  throw new TrimtabError(sentence);
};

/**
 * Brings the archive of a job here, made on the target first where the run could not make it. Nothing of it is left
 * there: the experiment's is the one copy.
 * @param trace its folder on the target
 * @returns the path of the archive here; undefined when nothing was recorded
 */
export async function fetchTrace(
  context: ActionContext,
  site: Site,
  recorder: Recorder,
  trace: string,
): Promise<string | undefined> {
  const { configuration, done, log, signal, tell } = context;
  const built = doneStep(done, 'build')?.outputs.compilers;
  const compilers = [...(Array.isArray(built) ? built.map(String) : []), 'mpicc', 'mpifort', 'mpicxx'];
  const [records = 0] = await site.target.sizes([trace]);
  const finished = await site.target.run(
    {
      argv: withProbe(site.probe, ['sh', '-c', FINISH, 'sh', trace, ...compilers]),
      folder: site.project,
      environment: configuration.environment,
    },
    { signal, timeout: finishPatience(records), onOutput: log },
  );
  const known = recorder.manifest.problems ?? [];
  const remarks = finished.tail
    .split('\n')
    .filter((line) => line.trim() !== '' && !known.some(({ message }) => message === line));
  if (remarks.length > 0) {
    const problems = remarks.map((message) => ({ level: 'warning' as const, message }));
    recorder.update({ problems: [...known, ...problems] });
  }
  const folder = recorder.path(FILES.trace);
  if (finished.exitCode !== TAKEN) {
    tell(`Fetching the measurements from ${site.target.name}`);
    const { files, bytes } = await site.target.take(trace, folder, { signal, onProgress: (message) => tell(message) });
    tell(`${files} files fetched (${bytes.toLocaleString('en')} bytes).`);
  }
  if (archiveIn(folder) === undefined) return undefined;
  recorder.update({ trace: { kind: 'kept', path: join(FILES.trace, ARCHIVE) } });
  return archiveIn(folder);
}
