import type { MetricName } from '../metrics.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Waits } from '../waits.js';
import type { OperationWaits } from './operationWaits.js';
import type { WrongOrder } from './wrongOrder.js';

/** A count and the more specific count that waiting messages belong to. */
type Refinement = readonly [from: MetricName, to: MetricName];

/** Counts of messages with data and without. */
interface Counts {
  readonly comms: Refinement;
  readonly syncs: Refinement;
}

const lateSenderCounts: Counts = {
  comms: ['comms_recv', 'mpi_cls_count'],
  syncs: ['syncs_recv', 'mpi_sls_count'],
};
const wrongOrderCounts: Counts = {
  comms: ['mpi_cls_count', 'mpi_clswo_count'],
  syncs: ['mpi_sls_count', 'mpi_slswo_count'],
};
const lateReceiverCounts: Counts = {
  comms: ['comms_send', 'mpi_clr_count'],
  syncs: ['syncs_send', 'mpi_slr_count'],
};

/** Books Late Sender with its wrong order, and how often they occur. */
export function bookLateSenders(
  found: OperationWaits,
  wrong: ReadonlyMap<number, WrongOrder>,
  records: CommunicationRecords,
  waits: Waits,
): void {
  bookWaits('mpi_latesender', lateSenderCounts, found, records, waits);
  for (const [operation, source] of wrong) {
    const metric = source === 'same' ? 'mpi_lswo_same' : 'mpi_lswo_different';
    waits.refine('mpi_latesender', metric, operation, found.seconds[operation]);
    countWait(wrongOrderCounts, found, operation, records, waits);
  }
}

/** Books Late Receiver, and how often it occurs. */
export function bookLateReceivers(found: OperationWaits, records: CommunicationRecords, waits: Waits): void {
  bookWaits('mpi_latereceiver', lateReceiverCounts, found, records, waits);
}

function bookWaits(
  metric: MetricName,
  counts: Counts,
  found: OperationWaits,
  records: CommunicationRecords,
  waits: Waits,
): void {
  found.seconds.forEach((seconds, operation) => {
    if (seconds <= 0) return;
    waits.add(metric, operation, seconds);
    countWait(counts, found, operation, records, waits);
  });
}

function countWait(
  { comms, syncs }: Counts,
  found: OperationWaits,
  operation: number,
  { receives }: CommunicationRecords,
  waits: Waits,
): void {
  const [from, to] = receives.columns.bytes[found.receive[operation]] > 0 ? comms : syncs;
  waits.refine(from, to, operation, 1);
}
