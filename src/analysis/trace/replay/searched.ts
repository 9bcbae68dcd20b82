import type { Processes } from '../../../model/processes.js';
import type { Trace } from '../../../model/trace.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Reading } from '../reading/reading.js';
import type { Tolerance } from '../tolerance/index.js';

/** A trace whose messages and collective operations were searched. */
export interface Searched {
  readonly trace: Trace;
  readonly reading: Reading;
  readonly processes: Processes;
  readonly matching: MessageMatching;
  readonly tolerance: Tolerance;
}
