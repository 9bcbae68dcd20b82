import type { RequestsOfProcess } from '../records/requests.js';
import type { LocationProfile } from './locationProfile.js';

/** What reading the locations of one process leaves, beside the records. */
export interface ProcessReading {
  readonly profiles: readonly LocationProfile[];
  /** The location that forked a team of threads first, if any did. */
  readonly master: number | undefined;
  readonly requests: RequestsOfProcess;
}
