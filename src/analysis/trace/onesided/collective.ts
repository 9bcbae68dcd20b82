import type { Definitions } from '../../../model/definitions.js';
import type { Peers } from '../messages/peers.js';
import type { MetricName } from '../metrics/metrics.js';
import { Operation } from '../metrics/operations.js';
import type { Processes } from '../../../model/processes.js';
import { barrierWait } from '../collectives/waits.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { OneSidedRecords } from './oneSidedRecords.js';
import { certainPrefix } from '../tolerance/agreement.js';
import type { ProcessCertainty } from '../tolerance/processCertainty.js';
import type { Waits } from '../severities/waits.js';

const properties = new Map<number, MetricName>([
  [Operation.WinFence, 'mpi_rma_wait_at_fence'],
  [Operation.WinCreate, 'mpi_rma_wait_at_create'],
  [Operation.WinFree, 'mpi_rma_wait_at_free'],
]);

/**
 * Waiting in the collective calls of a window, by the formula of the barrier: Wait at Fence, Wait at Window Create and
 * Wait at Window Free. The n-th call for a window at each process of its communicator is one instance.
 * @returns how many calls were left out because they have no counterpart
 */
export function analyzeWindowCollectives(
  records: CommunicationRecords,
  oneSided: OneSidedRecords,
  definitions: Definitions,
  processes: Processes,
  peers: Peers,
  waits: Waits,
  certainty: ProcessCertainty,
): number {
  let leftOut = 0;
  for (const [window, calls] of callsByWindow(records, oneSided, processes)) {
    const communicator = definitions.oneSided?.windows.get(window) ?? -1;
    if (peers.isSelf(communicator)) continue; // each process has one of its own
    const members = peers.members(communicator);
    const lists = Array.from(members ?? [], (process) => calls.get(process) ?? []);
    const complete = certainPrefix(
      lists,
      (row) => records.operations.columns.kind[row],
      (list) => members !== undefined && certainty.endsEarly(members[list]),
    );
    for (let n = 0; n < complete && lists.length > 1; n++) {
      book(
        lists.map((list) => list[n]),
        records,
        waits,
      );
    }
    for (const list of calls.values()) leftOut += Math.max(0, list.length - complete);
  }
  return leftOut;
}

type CallsByProcess = Map<number, number[]>;

/** Collective calls of each window, by process and in order of time. */
function callsByWindow(
  { operations }: CommunicationRecords,
  { syncs }: OneSidedRecords,
  processes: Processes,
): Map<number, CallsByProcess> {
  const { window, group, operation } = syncs.columns;
  const found = new Map<number, CallsByProcess>();
  for (let row = 0; row < syncs.length; row++) {
    if (group[row] >= 0 || !properties.has(operations.columns.kind[operation[row]])) continue;
    const calls: CallsByProcess = found.get(window[row]) ?? new Map<number, number[]>();
    found.set(window[row], calls);
    const process = processes.ofLocation[operations.columns.location[operation[row]]];
    const list = calls.get(process);
    if (list === undefined) calls.set(process, [operation[row]]);
    else list.push(operation[row]);
  }
  return found;
}

function book(rows: readonly number[], { operations }: CommunicationRecords, waits: Waits): void {
  const { kind, enter, leave } = operations.columns;
  const metric = properties.get(kind[rows[0]]);
  if (metric === undefined) return;
  const { seconds, lateRank } = barrierWait({
    begin: Float64Array.from(rows, (row) => enter[row]),
    end: Float64Array.from(rows, (row) => leave[row]),
  });
  rows.forEach((row, rank) => {
    const late = lateRank(rank);
    if (seconds(rank) > 0) waits.add(metric, row, seconds(rank), late === undefined ? undefined : rows[late]);
  });
}
