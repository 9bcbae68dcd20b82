/** Intervals of predicted gains, for runs whose events are unknown. */
import type { Seconds } from '../../base/units.js';
import type { Scenario } from './prediction.js';
import type { SourcePlace } from './sourcePlace.js';

/** The run time saved by a change is at least `least` and at most `most`. */
export interface GainBounds {
  readonly scenario: Scenario;
  /** Definition of the target, if known. */
  readonly place?: SourcePlace;
  readonly least: Seconds;
  readonly most: Seconds;
}

/** Bounds from the sums of a profile. */
export interface PredictionBounds {
  readonly format: 'trimtab-whatif-bounds';
  readonly version: 1;
  readonly program: string;
  /** As measured: the most time that one location has. */
  readonly runTime: Seconds;
  /** Largest upper bound first, if the scenarios were not given. */
  readonly bounds: readonly GainBounds[];
}
