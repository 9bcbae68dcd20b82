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
  const runs = new Runs(store);
  return entries
    .filter(({ predictions = 0 }) => predictions > 0)
    .map(({ id }) => runs.get(id))
    .flatMap((experiment) => judged(experiment, oldestFirst, runs))
    .toSorted((one, other) => other.created.localeCompare(one.created));
}

/** Predicted minus measured run time, as a share of the measured one. */
export const predictionError = (predicted: Seconds, measured: Seconds): Fraction => (predicted - measured) / measured;

/** Runs of a store, for several predictions: each is read once. */
class Runs {
  private readonly experiments = new Map<string, Experiment>();
  private readonly variants = new Map<string, string>();

  constructor(private readonly store: ExperimentStore) {}

  get(id: string): Experiment {
    const experiment = this.experiments.get(id) ?? this.store.get(id);
    this.experiments.set(id, experiment);
    return experiment;
  }

  /** Equal for repeats: the version of the program, its command line, and its variables. */
  variantOf(experiment: Experiment): string {
    const { run, environment } = experiment.manifest;
    const variant =
      this.variants.get(experiment.id) ??
      JSON.stringify([versionOf(experiment).version, run?.argv, run?.input, environment]);
    this.variants.set(experiment.id, variant);
    return variant;
  }
}

function judged(experiment: Experiment, oldestFirst: readonly HistoryEntry[], runs: Runs): JudgedPrediction[] {
  const { manifest, id } = experiment;
  const own = runs.variantOf(experiment);
  const alike = followedTogether(experiment);
  return (manifest.predictions ?? []).map((prediction) => {
    const later = oldestFirst
      .filter(({ program, target, date }) => isLike(manifest, program, target) && date > prediction.created)
      .slice(0, MOST_RUNS)
      .map((entry) => runs.get(entry.id))
      .filter((other) => followedTogether(other) === alike && runs.variantOf(other) !== own);
    const [first] = later;
    const judgement = { ...prediction, id, name: manifest.name };
    if (first === undefined) return judgement;
    const next = later.filter((other) => runs.variantOf(other) === runs.variantOf(first));
    return { ...judgement, outcome: outcomeOf(next, prediction.runTime) };
  });
}

function isLike(manifest: Experiment['manifest'], program: string, target: string): boolean {
  return manifest.program === program && manifest.target === target;
}

function outcomeOf(runs: readonly Experiment[], predicted: Seconds): NonNullable<JudgedPrediction['outcome']> {
  const spans = runs.map(({ manifest }) => manifest.result?.span ?? 0);
  const runTime = elementAt(comparedValue([spans]).groups, 0);
  return { runTime, ids: runs.map(({ id }) => id), error: predictionError(predicted, runTime.mean) };
}
