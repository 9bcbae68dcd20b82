import { present } from '../../../base/present.js';
import { join, relative } from 'node:path';
import { isFile } from '../../../base/files/index.js';
import { FILES, type Recorder } from '../../../experiments/index.js';
import {
  ARCHIVE,
  PROFILE,
  archiveIn,
  COMPILERS,
  finishArchive,
  finishPatience,
  rescueCommand,
} from '../../../measurement/probe.js';
import { systemOf } from '../../../measurement/adapters/index.js';
import { resultIn } from '../../../measurement/adapters/results.js';
import { SEARCH_FILE } from '../../../measurement/search/history.js';
import { recordedPlan } from '../../../measurement/planRecord.js';
import { CancelledError, type Problem, TrimtabError } from '../../../base/problem.js';
import { inheritedEnvironment } from '../../../targets/environment.js';
import { reportingRecorded } from '../../measuring/recordingProgress.js';
import { isPreloaded } from '../../configuration/preload.js';
import { nothingLeft, nothingMeasured } from '../../measuring/sentences.js';
import * as v from 'valibot';
import { latestOutputs, neededOutputs } from '../../language/declaration.js';
import { action, type ActionContext } from '../../steps/action.js';
import { buildDeclaration } from '../../declarations/build.js';
import { ofArgument } from '../../declarations/arguments.js';
import { runDeclaration } from '../../declarations/run.js';
import { type Site, siteOf, withProbe } from '../../steps/site.js';
import { type Made, madeBySystem, TAKEN } from './made.js';

/**
 * Makes the archive in the folder `$1` if the run could not, with the finisher that was built for one of the compilers
 * that follow. Prints nothing and succeeds if an archive exists, or there are no records to make it from.
 */
const FINISH = `
folder=$1; shift
[ -d "$folder" ] || exit ${TAKEN}
[ -e "$folder/${ARCHIVE}" ] && exit 0
[ -e "$folder/${PROFILE}" ] && exit 0
[ -n "$(ls -A "$folder" 2>/dev/null)" ] || exit 0
for compiler in "$@"; do
  cache=$(trimtab-cc --print-cache "$compiler" 2>/dev/null) || continue
  [ -x "$cache/trimtab-finish" ] && exec "$cache/trimtab-finish" "$folder"
done
echo "The records in $folder were not made into an archive: trimtab-finish was not built there."
exit 1
`;

/** Brings the measurements of a run into its experiment. */
export const fetch = action(
  {
    kind: 'fetch',
    title: 'Fetch the measurements',
    description: 'Copies the records of a run to this machine.',
    arguments: { of: ofArgument('measurements are fetched') },
    outputs: v.object({
      experiment: v.pipe(v.string(), v.description('Identifier of the experiment.')),
      archive: v.pipe(v.string(), v.description("The trace's anchor file, on this machine.")),
    }),
    stage: 'collect',
    keepsProject: true,
    handsInJobs: false,
    afterCrash: 'again',
    printsResult: false,
  },
  async (context, given) => {
    const { done, signal, store } = context;
    const { experiment, trace, target } = neededOutputs(runDeclaration, done, given.get('of'));
    const site = await siteOf(context, target);
    const recorder = store.resume(experiment);
    try {
      const archive = await fetchTrace(context, { site, recorder, trace, signal });
      if (archive !== undefined) return { experiment, archive };
      const { problems, run } = recorder.manifest;
      const { system } = recordedPlan(recorder.manifest);
      throw new TrimtabError(
        system === undefined
          ? nothingMeasured(problems?.at(-1)?.message, isPreloaded(run?.argv ?? []))
          : nothingLeft(systemOf(system)),
        // Files that the program did not write will not exist on a retry either.
        { isFinal: true },
      );
    } catch (error) {
      if (!(error instanceof CancelledError))
        recorder.finishQuietly('failed', String(error instanceof Error ? error.message : error));
      else if (context.cancelled()) recorder.finishQuietly('cancelled');
      throw error;
    }
  },
);

/** Locations of measurements, and their destinations. */
export interface Fetched {
  readonly site: Site;
  readonly recorder: Recorder;
  /** Folder of the trace on the target. */
  readonly trace: string;
  /** Omitted while the records of a cancelled run are saved. */
  readonly signal?: AbortSignal;
}

/**
 * Brings the archive of a job here, made on the target first where the run could not make it. Nothing of it is left
 * there: the experiment's is the one copy.
 * @returns the path of the archive here; undefined when nothing was recorded
 * @throws TrimtabError when it cannot be brought here; CancelledError when the signal was aborted
 */
export async function fetchTrace(context: ActionContext, fetched: Fetched): Promise<string | undefined> {
  const { tell } = context;
  const { site, recorder, trace, signal } = fetched;
  context.progress(collecting(recorder), { stage: 'collect' });
  const folder = recorder.path(FILES.trace);
  const { system } = recordedPlan(recorder.manifest);
  const { remarks, isTaken } = await (system !== undefined
    ? madeBySystem(context, fetched, system)
    : site.isHere
      ? madeHere(context, fetched)
      : madeThere(context, fetched));
  if (signal?.aborted === true) throw new CancelledError();
  addRemarks(recorder, remarks);
  if (!site.isHere && !isTaken) {
    tell(`Fetching the measurements from ${site.target.name}`);
    const options = { ...present({ signal }), onProgress: (message: string) => tell(message) };
    const { files, bytes, remark } = await site.target.take(trace, folder, options);
    if (remark !== undefined) addRemarks(recorder, [remark]);
    tell(`${files} files fetched (${bytes.toLocaleString('en')} bytes).`);
  }
  const archive =
    system === undefined ? archiveIn(folder, isFile(join(recorder.folder, SEARCH_FILE))) : resultIn(folder, system);
  if (archive === undefined) return undefined;
  recorder.update({ trace: { kind: 'kept', path: relative(recorder.folder, archive) } });
  return archive;
}

/** Returns the progress message. */
function collecting({ manifest }: Recorder): string {
  return `Collecting the ${recordedPlan(manifest).mode}`;
}

/** The archive of records on this machine, in the folder of the experiment. */
async function madeHere(
  { configuration, done, probeFolder, progress }: ActionContext,
  { recorder, trace, signal }: Fetched,
): Promise<Made> {
  const environment = { ...inheritedEnvironment(), ...configuration.environment };
  const options = signal === undefined ? {} : { signal };
  const { remarks } = await reportingRecorded(
    trace,
    (recorded) => progress(`${collecting(recorder)}: ${recorded}`, { stage: 'collect' }),
    () => finishArchive(trace, compilersOf(done), environment, probeFolder, options),
  );
  return { remarks, isTaken: true };
}

async function madeThere({ configuration, done, log }: ActionContext, { site, trace, signal }: Fetched): Promise<Made> {
  const [records = 0] = await site.target.sizes([trace]);
  const { exitCode, tail } = await site.target.run(
    {
      argv: withProbe(site.probe, ['sh', '-c', FINISH, 'sh', trace, ...compilersOf(done)]),
      folder: site.project,
      environment: configuration.environment,
    },
    { ...present({ signal }), timeout: finishPatience(records), onOutput: log },
  );
  return { remarks: tail.split('\n').filter((line) => line.trim() !== ''), isTaken: exitCode === TAKEN };
}

/** Compilers for which the probe may have been built. */
function compilersOf(done: ActionContext['done']): string[] {
  return [...(latestOutputs(buildDeclaration, done)?.compilers ?? []), ...COMPILERS];
}

/** Adds the finisher's remarks to the reasons why the results are incomplete, each once. */
function addRemarks(recorder: Recorder, remarks: readonly string[]): void {
  const known = recorder.manifest.problems ?? [];
  const added = remarks
    .filter((line) => !known.some(({ message }) => message === line))
    .map((message): Problem => ({ level: 'warning', message }));
  if (added.length > 0) recorder.update({ problems: [...known, ...added] });
}

/**
 * Keeps the records of a cancelled run. A failure is reported with the experiment: the cancellation itself succeeded.
 * @returns why it was not made into a trace
 */
export async function keepRecords(
  context: ActionContext,
  fetched: Omit<Fetched, 'signal'>,
): Promise<string | undefined> {
  try {
    await fetchTrace(context, fetched);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const again = fetched.site.isHere ? `; to try again: ${rescueCommand(fetched.trace)}` : '';
    return `Cancelled; no trace was created from the measurements: ${reason}${again}`;
  }
}
