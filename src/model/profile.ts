import type { Definitions } from './definitions.js';
import type { PerformanceSpace } from './performanceSpace.js';
import type { Seconds } from '../base/units.js';
import type { Problem } from '../base/problem.js';

/** The shortest and the longest call of regions, by their index in the definitions, with what they call. */
export interface CallExtremes {
  readonly shortest: ReadonlyMap<number, Seconds>;
  readonly longest: ReadonlyMap<number, Seconds>;
}

/** A measured run as sums by call path and location, without the events that they were summed from. */
export interface Profile {
  /** The metrics as the file has them; values are exclusive along the call tree. */
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  /** What was found wrong with the file. */
  readonly problems: readonly Problem[];
  /** Unique names of metrics whose values could not be read, or not all of them. */
  readonly lost: readonly string[];
  /** Left out where the file has none. */
  readonly extremes?: CallExtremes;
}
