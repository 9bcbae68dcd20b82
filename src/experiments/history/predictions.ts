/** Predictions that users keep with experiments, judged by the next comparable runs. */
import { elementAt } from '../../base/elements.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { Estimate } from '../compare/comparison.js';
import { comparedValue } from '../compare/statistics.js';
import type { Experiment } from '../store/experiment.js';
import type { KeptPrediction } from '../store/manifest.js';
import type { ExperimentStore } from '../store/store.js';
import type { HistoryEntry } from './entry.js';
import { followedTogether, versionOf } from './versions.js';

export interface JudgedPrediction extends KeptPrediction {
  /** The experiment that the prediction was made from. */
  readonly id: string;
  readonly name: string;
  /** Runs of the next version; omitted if there are none yet. */
  readonly outcome?: {
    /** Their run time: the mean, and an interval if there are several. */
    readonly runTime: Estimate;
    /** Experiments, oldest first. */
    readonly ids: readonly string[];
    /** Predicted minus measured run time, as a share of the measured one. */
    readonly error: Fraction;
  };
}

/** At most this many later runs are read for a prediction. */
const MOST_RUNS = 100;

/**
 * Returns all kept predictions, newest first. The outcome is that of the first later version: runs of the same program,
 * target, rank count and kind of measurement, with other sources, arguments or variables than the predicted run.
 * @param entries of the whole history
 */
export function judgedPredictions(store: ExperimentStore, entries: readonly HistoryEntry[]): JudgedPrediction[] {
  const oldestFirst = entries
    .filter(({ state, span }) => state === 'complete' && span !== undefined && span > 0)
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id));
  return entries
    .filter(({ predictions = 0 }) => predictions > 0)
    .map(({ id }) => store.get(id))
    .flatMap((experiment) => judged(experiment, oldestFirst, store))
    .toSorted((one, other) => other.created.localeCompare(one.created));
}

/** Predicted minus measured run time, as a share of the measured one. */
export const predictionError = (predicted: Seconds, measured: Seconds): Fraction => (predicted - measured) / measured;

function judged(
  experiment: Experiment,
  oldestFirst: readonly HistoryEntry[],
  store: ExperimentStore,
): JudgedPrediction[] {
  const { manifest, id } = experiment;
  const own = variantOf(experiment);
  const alike = followedTogether(experiment);
  return (manifest.predictions ?? []).map((prediction) => {
    const later = oldestFirst
      .filter(({ program, target, date }) => isLike(manifest, program, target) && date > prediction.created)
      .slice(0, MOST_RUNS)
      .map((entry) => store.get(entry.id))
      .filter((other) => followedTogether(other) === alike)
      .map((other) => ({ other, variant: variantOf(other) }))
      .filter(({ variant }) => variant !== own);
    const next = later.at(0)?.variant;
    const runs = later.filter(({ variant }) => variant === next).map(({ other }) => other);
    const judgement = { ...prediction, id, name: manifest.name };
    return runs.length === 0 ? judgement : { ...judgement, outcome: outcomeOf(runs, prediction.runTime) };
  });
}

function isLike(manifest: Experiment['manifest'], program: string, target: string): boolean {
  return manifest.program === program && manifest.target === target;
}

/** Equal for repeats: the version of the program, its command line, and its variables. */
function variantOf(experiment: Experiment): string {
  const { run, environment } = experiment.manifest;
  return JSON.stringify([versionOf(experiment).version, run?.argv, run?.input, environment]);
}

function outcomeOf(runs: readonly Experiment[], predicted: Seconds): NonNullable<JudgedPrediction['outcome']> {
  const spans = runs.map(({ manifest }) => manifest.result?.span ?? 0);
  const runTime = elementAt(comparedValue([spans]).groups, 0);
  return { runTime, ids: runs.map(({ id }) => id), error: predictionError(predicted, runTime.mean) };
}
