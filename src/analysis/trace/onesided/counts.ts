import { absent } from '../../../base/elements.js';
import type { MetricName } from '../metrics/metrics.js';
import { Operation } from '../metrics/operations.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { type OneSidedRecords, Transfer } from './oneSidedRecords.js';
import type { Severities } from '../severities/severities.js';

/** Counts transfers, bytes and synchronizations of one-sided communication at the calls they belong to. */
export function countOneSided(records: CommunicationRecords, oneSided: OneSidedRecords, severities: Severities): void {
  const { node, location, kind } = records.operations.columns;
  const add = (metric: MetricName, operation: number, amount: number): void => {
    if (amount !== 0)
      severities.of(metric).add(node[operation] ?? absent(operation), location[operation] ?? absent(operation), amount);
  };
  const { transfers, syncs, locks } = oneSided;
  for (let row = 0; row < transfers.length; row++) {
    const { operation, type, sent, received } = transfers.columns;
    const call = operation[row] ?? absent(row);
    const kindOf = type[row] ?? absent(row);
    add(transferCounts[kindOf] ?? absent(kindOf), call, 1);
    add('bytes_put', call, sent[row] ?? absent(row));
    add('bytes_get', call, received[row] ?? absent(row));
  }
  for (let row = 0; row < syncs.length; row++) {
    const operation = syncs.columns.operation[row] ?? absent(row);
    if (active.has(kind[operation] ?? absent(operation))) add('syncs_rma_active', operation, 1);
  }
  for (let row = 0; row < locks.length; row++) {
    add('syncs_rma_passive', locks.columns.operation[row] ?? absent(row), 1);
    const released = locks.columns.releasedIn[row] ?? absent(row);
    if (released >= 0) add('syncs_rma_passive', released, 1);
  }
}

/** By Transfer. */
const transferCounts: Readonly<Record<number, MetricName>> = {
  [Transfer.Put]: 'comms_rma_puts',
  [Transfer.Get]: 'comms_rma_gets',
  [Transfer.Atomic]: 'comms_rma_atomics',
};

const active: ReadonlySet<number> = new Set([
  Operation.WinFence,
  Operation.WinPost,
  Operation.WinStart,
  Operation.WinComplete,
  Operation.WinWait,
]);
