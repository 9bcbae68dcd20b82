import { absent } from '../../../base/elements.js';
import { earlyWait as earlyWaitOf } from '../../../properties/mpi_rma_early_wait/formula.js';
import { lateComplete } from '../../../properties/mpi_rma_late_complete/formula.js';
import { latePost as latePostOf } from '../../../properties/mpi_rma_sync_late_post/formula.js';
import type { MetricName } from '../metrics/metrics.js';
import { Operation } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Waits } from '../waits/waits.js';
import type { Epoch, Epochs } from './epochs.js';

/**
 * Finds waiting of general active target synchronization (MPI 3.1, 11.5.2), with Scalasca's pattern names:
 *
 * - Late Post: calls of the access epoch, and the latest Win_post of its targets. A transfer waits for its own target
 * only.
 * - Early Wait: Win_wait, and the latest Win_complete of its origins. The part after the last transfer of the origins
 * ended is Late Complete.
 *
 * Epochs with a partner that is missing from the trace are excluded.
 * @returns number of excluded epochs
 */
export function analyzeActiveTarget(records: CommunicationRecords, { access, exposure }: Epochs, waits: Waits): number {
  let leftOut = 0;
  for (const epoch of access) if (!latePost(records, epoch, waits)) leftOut++;
  for (const epoch of exposure) if (!earlyWait(records, epoch, waits)) leftOut++;
  return leftOut;
}

function latePost(records: CommunicationRecords, epoch: Epoch, waits: Waits): boolean {
  const { enter } = records.operations.columns;
  const partners = epoch.partners.filter((partner) => partner !== undefined);
  if (partners.length === 0 || partners.length < epoch.peers.length) return false;
  const last = latest(partners, ({ opened }) => enter[opened] ?? absent(opened)).opened;
  untilPost('mpi_rma_sync_late_post', epoch.opened, last, records, waits);
  for (const { operation, target } of epoch.transfers) {
    const partner = partners.find(({ process }) => process === target);
    if (partner !== undefined) untilPost('mpi_rma_comm_late_post', operation, partner.opened, records, waits);
  }
  if (epoch.closed !== NONE) untilPost('mpi_rma_sync_late_post', epoch.closed, last, records, waits);
  return true;
}

function untilPost(
  metric: MetricName,
  operation: number,
  post: number,
  { operations }: CommunicationRecords,
  waits: Waits,
): void {
  const { enter, leave } = operations.columns;
  const seconds = latePostOf(
    enter[post] ?? absent(post),
    enter[operation] ?? absent(operation),
    leave[operation] ?? absent(operation),
  );
  if (seconds > 0) waits.add(metric, operation, seconds, post);
}

function earlyWait({ operations }: CommunicationRecords, epoch: Epoch, waits: Waits): boolean {
  const { kind, enter, leave } = operations.columns;
  const partners = epoch.partners.filter((partner) => partner !== undefined);
  if (epoch.closed === NONE || partners.length === 0 || partners.length < epoch.peers.length) return false;
  if (partners.some(({ closed }) => closed === NONE)) return false;
  const own = epoch.closed;
  if (kind[own] !== Operation.WinWait) return true; // Win_test never waits
  const last = latest(partners, ({ closed }) => enter[closed] ?? absent(closed)).closed;
  const [begin, end, closed] = [enter[own] ?? absent(own), leave[own] ?? absent(own), enter[last] ?? absent(last)];
  const waited = earlyWaitOf(closed, begin, end);
  if (!(waited > 0)) return true;
  waits.add('mpi_rma_early_wait', own, waited, last);
  const transfers = partners.flatMap((partner) =>
    partner.transfers
      .filter(({ target }) => target === epoch.process)
      .map(({ operation }) => leave[operation] ?? absent(operation)),
  );
  if (transfers.length === 0) return true;
  const transferred = transfers.reduce((a, b) => Math.max(a, b));
  const needless = lateComplete(closed, transferred, begin, end);
  if (!(needless > 0)) return true;
  waits.refine('mpi_rma_early_wait', 'mpi_rma_late_complete', own, needless);
  waits.addPart('mpi_rma_late_complete', own, needless);
  return true;
}

function latest(epochs: readonly Epoch[], time: (epoch: Epoch) => number): Epoch {
  return epochs.reduce((a, b) => (time(b) > time(a) ? b : a));
}
