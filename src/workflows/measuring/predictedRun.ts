/** Runs that were predicted: the results of their traces, kept apart from measured experiments. */
import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { present } from '../../base/present.js';
import { TrimtabError } from '../../base/problem.js';
import { isFile, writeError } from '../../base/files/index.js';
import { type Experiment, type ExperimentStore, FILES } from '../../experiments/index.js';
import type { Scenario } from '../../model/findings/prediction.js';
import { scenariosText } from '../../model/text/scenarioText.js';
import { checkCancelled, type AnalyzeArchive, type JobObserver } from './job.js';
import { storeAnalysis } from './results.js';

/** Predicted runs of a project that are kept; each has a trace. */
const MOST_KEPT = 8;

export interface PredictedRunOptions extends JobObserver {
  /** Of the measured experiment. */
  readonly store: ExperimentStore;
  readonly analyzeArchive: AnalyzeArchive;
}

/**
 * Returns the predicted run of an experiment with changes of the program. It is made if it does not exist.
 * @throws TrimtabError if the experiment has no OTF2 trace, or it cannot be predicted; CancelledError
 */
export async function predictedRun(
  measured: Experiment,
  scenarios: readonly Scenario[],
  options: PredictedRunOptions,
): Promise<Experiment> {
  const store = options.store.predictedRuns;
  const known = store.readable().find(({ manifest }) => isOf(manifest, measured.id, scenarios));
  if (known !== undefined) return known;
  const scratch = store.scratch();
  try {
    const made = store.get(await predictInto(store, scratch, measured, scenarios, options));
    dropOldest(store);
    return made;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    store.removeIfEmpty();
  }
}

function isOf({ state, predicted }: Experiment['manifest'], id: string, scenarios: readonly Scenario[]): boolean {
  return (
    state === 'complete' &&
    predicted?.experiment === id &&
    JSON.stringify(predicted.scenarios) === JSON.stringify(scenarios)
  );
}

/** @returns the identifier */
async function predictInto(
  store: ExperimentStore,
  scratch: string,
  { archive, id, manifest }: Experiment,
  scenarios: readonly Scenario[],
  options: PredictedRunOptions,
): Promise<string> {
  const { analyzeArchive, signal, onProgress } = options;
  if (archive === undefined || !isFile(archive))
    throw new TrimtabError(`Experiment ${id} has no trace, and predictions need its events. Run the program again.`);
  const { program, target } = manifest;
  const folder = join(scratch, FILES.trace);
  const half = (from: number) => ({
    ...present({ signal }),
    onProgress: (fraction: number, message: string) => onProgress?.('analyze', message, from + fraction / 2),
  });
  const { predictions } = await analyzeArchive(archive, {
    program,
    whatIf: { scenarios, write: { archive, folder } },
    ...half(0),
  });
  if (predictions?.written === undefined)
    throw new TrimtabError(`Experiment ${id} was measured as a profile, which has no events to predict.`);
  const { anchor } = predictions.written;
  const results = await analyzeArchive(anchor, { program, spaceFile: join(scratch, FILES.space), ...half(0.5) });
  checkCancelled(options);
  const recorder = store.create({ program, target, name: `Predicted: ${scenariosText(scenarios)}` });
  try {
    moveInto(folder, recorder.path(FILES.trace));
    recorder.update({
      trace: { kind: 'kept', path: join(FILES.trace, basename(anchor)) },
      predicted: { experiment: id, scenarios: [...scenarios] },
    });
    storeAnalysis(recorder, results, { project: store.project, began: Date.parse(manifest.created) });
    recorder.finish('complete');
    return recorder.id;
  } catch (error) {
    recorder.finishQuietly('failed', error instanceof Error ? error.message : String(error));
    store.delete(recorder.id);
    throw error;
  }
}

function moveInto(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw writeError(to, error);
  }
}

function dropOldest(store: ExperimentStore): void {
  for (const { id } of store.readable().slice(MOST_KEPT)) store.delete(id);
}
