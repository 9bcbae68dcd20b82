import { CommunicationCounts } from '../counts/communicationCounts.js';
import { OneSidedPass } from '../onesided/pass.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Pass } from './pass.js';

/** New instances of all passes, for one reading, in the order in which they finish. */
export function makePasses(records: CommunicationRecords): Pass[] {
  return [new OneSidedPass(), new CommunicationCounts(records)];
}
