import type { Problem } from '../../../base/problem.js';
import type { Seconds } from '../../../base/units.js';
import type { Processes } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Reading } from '../reading/reading.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Compensation } from './locationTimes.js';

/** Inputs for computing the times without recording. */
export interface Searched {
  readonly trace: Trace;
  readonly reading: Reading;
  readonly processes: Processes;
  readonly matching: MessageMatching;
  readonly tolerance: Tolerance;
}

/** Time changes for reading a trace without overhead, and the problems found while computing them. */
export interface Compensating {
  readonly compensation: Compensation;
  /** Measurement overhead, by location; those without events have none. */
  readonly overhead: ReadonlyMap<number, Seconds>;
  readonly problems: readonly Problem[];
}
