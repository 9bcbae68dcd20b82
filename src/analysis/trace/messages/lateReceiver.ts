import { Operation, operationFlags } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import { OperationWaits } from './operationWaits.js';

/**
 * Late Receiver: where the operation that completes a send ends after the
 * receive was posted, `ENTER of the operation that posts the receive - ENTER of the completing operation`, if
 * positive. A trace cannot prove that the send was synchronous, so this is the strongest condition there is (Wolf
 * 2003, example 3.2). In Waitall and Waitsome the longest wait counts, and only where no Late Sender explains it.
 * @param isLateSender 1 for each MPI call that a Late Sender explains the waiting of
 */
export function lateReceiverWaits(
  records: CommunicationRecords,
  matching: Matching,
  isLateSender: Uint8Array,
): OperationWaits {
  const { operations, sends, receives } = records;
  const { enter, leave, kind } = operations.columns;
  const waits = new OperationWaits(operations.length);
  for (let receive = 0; receive < receives.length; receive++) {
    const send = matching.sendOf[receive];
    const post = receives.columns.postedIn[receive];
    if (send < 0 || post === NONE) continue;
    const completing = sends.columns.completedIn[send];
    const start = sends.columns.operation[send];
    if (completing === NONE || start === NONE) continue;
    if (kind[start] === Operation.LocalSend || waiting[kind[completing]] !== 1) continue;
    if (isLateSender[completing] === 1 || leave[completing] <= enter[post]) continue;
    waits.offer(completing, enter[post] - enter[completing], receive);
  }
  return waits;
}

/** Operations that can wait for the receiver of the sends they complete. */
const waiting = operationFlags([
  Operation.Send,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);
