import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import type { Problem } from '../../../base/problem.js';
import type { Pass, PassData, PassResults, Shift } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';
import { countOneSided } from './counts.js';
import { analyzeOneSided } from './index.js';
import { OneSidedRecorder } from './oneSidedRecorder.js';
import { emptyOneSidedRecords } from './oneSidedRecords.js';

/** MPI's one-sided communication: gathered while reading, searched for waiting time and counted at the end. */
export class OneSidedPass implements Pass {
  readonly name = 'one-sided';
  readonly kinds = [
    EventKind.RmaCollectiveEnd,
    EventKind.RmaGroupSync,
    EventKind.RmaPut,
    EventKind.RmaGet,
    EventKind.RmaAtomic,
    EventKind.RmaAcquireLock,
    EventKind.RmaReleaseLock,
  ];
  readonly records = emptyOneSidedRecords();

  record(): EventRecorder {
    return new OneSidedRecorder(this.records);
  }

  part(): PassData {
    const { syncs, transfers, locks } = this.records;
    return { syncs: syncs.data(), transfers: transfers.data(), locks: locks.data() };
  }

  merge({ syncs, transfers, locks }: PassData, { operation }: Shift): void {
    this.records.syncs.append(syncs ?? absent('syncs'), { operation });
    this.records.transfers.append(transfers ?? absent('transfers'), { operation });
    this.records.locks.append(locks ?? absent('locks'), { operation, releasedIn: operation });
  }

  finish(results: PassResults): readonly Problem[] {
    const { records, definitions, processes, properties, waits, tolerance, severities } = results;
    const problems = analyzeOneSided(records, this.records, definitions, processes, properties, waits, tolerance);
    countOneSided(records, this.records, severities);
    return problems;
  }
}
