import type { Problem } from '../../../base/problem.js';
import type { Seconds } from '../../../base/units.js';
import type { Processes } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { Matching } from '../matching/messages.js';
import type { Reading } from '../reading/reading.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Compensation } from './locationTimes.js';

/** What a search knows when it is found out how times would have been without recording. */
export interface Searched {
  readonly trace: Trace;
  readonly reading: Reading;
  readonly processes: Processes;
  readonly matching: Matching;
  readonly tolerance: Tolerance;
}

/** How a trace is to be read without what recording took, and what came up when that was found out. */
export interface Compensating {
  readonly compensation: Compensation;
  /** What recording took, by location; those without events have none. */
  readonly overhead: ReadonlyMap<number, Seconds>;
  readonly problems: readonly Problem[];
}
