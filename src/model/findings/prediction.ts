/** Predicted run times of a program after changes of it. */
import type { Bytes, Fraction, Seconds } from '../../base/units.js';
import type { SourcePlace } from './sourcePlace.js';

/** Calls of a function or construct, by the name in the trace. */
export interface ScenarioTarget {
  readonly region: string;
  /** Whether the functions that it calls are changed too; false if omitted. */
  readonly withCallees?: boolean;
}

/**
 * One change of a program.
 * - `scale`: the exclusive time of the target is multiplied by `factor`.
 * - `balance`: the exclusive time of the target on each rank becomes its mean over the ranks that have any,
 *   for the run, or in each iteration of the main loop.
 * - `network`: communication takes no time; waiting for other ranks remains. With a region only calls of that function.
 *   With `latency` or `bandwidth`, these are multiplied instead (1 if omitted).
 * - `teams`: the threads of a team share the time before each of their barriers equally. With a region only at barriers
 *   within that construct.
 * - `io`: POSIX I/O and individual MPI I/O take no time. With a region only calls of that function.
 * - `overlap`: calls of communication, or of the target, do not wait: their data is complete when the rank next sends,
 *   takes part in a collective operation or ends. It computes in the meantime, so this is an upper bound.
 * - `parallelize`: the exclusive time of the target on the first thread of each rank, outside parallel regions, is
 *   divided by the threads of the rank.
 */
export type Scenario =
  | ({ readonly kind: 'scale'; readonly factor: number } & ScenarioTarget)
  | ({ readonly kind: 'balance'; readonly per?: 'iteration' } & ScenarioTarget)
  | { readonly kind: 'network'; readonly region?: string; readonly latency?: number; readonly bandwidth?: number }
  | { readonly kind: 'teams'; readonly region?: string }
  | { readonly kind: 'overlap'; readonly region?: string }
  | { readonly kind: 'io'; readonly region?: string }
  | ({ readonly kind: 'parallelize' } & ScenarioTarget);

export interface Prediction {
  /** Applied together, from left to right. */
  readonly scenarios: readonly Scenario[];
  /** Definition of the first target, if known. */
  readonly place?: SourcePlace;
  readonly runTime: Seconds;
  /** Run time as measured minus `runTime`; negative if the run becomes longer. */
  readonly saved: Seconds;
  /** `saved` as a share of the measured run time. */
  readonly share: Fraction;
  /**
   * 1 if omitted. 1 − confidence is the share of the run time that rests on orders of messages and locks which the
   * program might not keep.
   */
  readonly confidence?: Fraction;
  /** Time that the scenarios save on all locations together, without the waiting that follows from it. */
  readonly changed: Seconds;
}

/** Gain of one scenario. */
export interface Gain extends Pick<Prediction, 'runTime' | 'saved' | 'share' | 'confidence'> {
  readonly scenario: Scenario;
}

/** Predictions of the changes that suit a run. */
export type ReportPredictions = Pick<Predictions, 'runTime' | 'predictions' | 'limits'>;

export interface Predictions {
  readonly format: 'trimtab-whatif';
  readonly version: 1;
  readonly program: string;
  /** From the first event of the run to the last one, as measured. */
  readonly runTime: Seconds;
  /** Most saved time first, if the scenarios were not given. */
  readonly predictions: readonly Prediction[];
  /** Parts of the run that keep their measured times or order, a sentence each. */
  readonly limits: readonly string[];
  /** The trace of the run with all scenarios, if it was requested. */
  readonly written?: WrittenTrace;
}

/** A trace on disk. */
export interface WrittenTrace {
  /** Its anchor file. */
  readonly anchor: string;
  readonly events: number;
  readonly bytes: Bytes;
}
