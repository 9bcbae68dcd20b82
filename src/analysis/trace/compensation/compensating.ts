import type { Problem } from '../../../base/problem.js';
import type { Seconds } from '../../../base/units.js';
import type { Compensation } from './locationTimes.js';

/** Time changes for reading a trace without overhead, and the problems found while computing them. */
export interface Compensating {
  readonly compensation: Compensation;
  /** Measurement overhead, by location; those without events have none. */
  readonly overhead: ReadonlyMap<number, Seconds>;
  readonly problems: readonly Problem[];
}
