import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import { Peers } from '../matching/peers.js';
import type { Processes } from '../../../model/processes.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { OneSidedRecords } from './oneSidedRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import { analyzeActiveTarget } from './activeTarget.js';
import { analyzeWindowCollectives } from './collective.js';
import { epochsOf } from './epochs.js';
import { analyzeWindowLocks } from './lockCompetition.js';

/** Searches MPI's one-sided communication for waiting time. */
export function analyzeOneSided(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  definitions: Definitions,
  processes: Processes,
  properties: PropertyCatalog,
  waits: Waits,
  tolerance: Tolerance,
): Problem[] {
  if (oneSided.syncs.length + oneSided.locks.length === 0) return [];
  const peers = new Peers(definitions, processes);
  const epochs = epochsOf(records, oneSided, definitions, processes, peers);
  const leftOut =
    analyzeWindowCollectives(records, oneSided, definitions, processes, properties, peers, waits, tolerance.processes) +
    analyzeActiveTarget(records, epochs, waits);
  analyzeWindowLocks(records, oneSided, waits, tolerance.processes.earliest);
  // Their waiting has no causes that are looked up, so that it does not matter when they were.
  tolerance.leaveOut(leftOut, Number.POSITIVE_INFINITY);
  if (leftOut === 0) return [];
  const message =
    `Excluded from the search for waiting time: ${counted(leftOut, 'call')} that synchronize one-sided communication. ` +
    'Their counterparts at other processes are not in the trace.';
  return [{ level: 'warning', message }];
}
