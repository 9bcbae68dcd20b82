import type { RequestsOfProcess } from '../records/requests.js';
import type { LocationProfile } from './locationProfile.js';

/** Result of reading the locations of one process, in addition to the records. */
export interface ProcessReading {
  readonly profiles: readonly LocationProfile[];
  /** The location that forked a team of threads first, if any did. */
  readonly master: number | undefined;
  readonly requests: RequestsOfProcess;
}
