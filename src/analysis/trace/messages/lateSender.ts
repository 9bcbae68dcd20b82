import { Operation, operationFlags } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import type { OperationWaits } from './operationWaits.js';

/**
 * Late Sender: `min(ENTER of the send operation, LEAVE of the receiving operation) - ENTER of the receiving
 * operation`, if positive (Wolf 2003, example 3.1). The receiving operation is the one in which the receive
 * completes. Waits for several messages in one operation overlap, so the longest counts.
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
    waits.offer(operation, Math.min(enter[sendOperation], leave[operation]) - enter[operation], receive);
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
