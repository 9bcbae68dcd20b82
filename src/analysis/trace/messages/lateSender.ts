import { Operation, operationFlags } from '../metrics/operations.js';
import { lateSender } from '../../../properties/mpi_latesender/formula.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import type { OperationWaits } from './operationWaits.js';

/**
 * Late Sender, of the operation in which each receive completes. Waits for several messages in one operation overlap, so the longest counts.
 * @param first the receives of a process, from here up to `end`
 * @param waits gets the waits of that process
 */
export function lateSenderWaits(
  { operations, sends, receives }: CommunicationRecords,
  { sendOf }: Matching,
  { first, end }: { readonly first: number; readonly end: number },
  waits: OperationWaits,
): void {
  const { enter, leave, kind } = operations.columns;
  const completedIn = receives.columns.operation;
  const sentIn = sends.columns.operation;
  for (let receive = first; receive < end; receive++) {
    const send = sendOf[receive];
    const operation = completedIn[receive];
    if (send < 0 || operation === NONE || waiting[kind[operation]] !== 1) continue;
    const sendOperation = sentIn[send];
    if (sendOperation === NONE) continue;
    waits.offer(operation, lateSender(enter[sendOperation], enter[operation], leave[operation]), receive);
  }
}

/** Operations that wait for the messages they complete. Test* never waits. */
const waiting = operationFlags([
  Operation.Recv,
  Operation.Sendrecv,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);
