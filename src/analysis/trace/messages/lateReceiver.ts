import { absent } from '../../../base/elements.js';
import { Operation, operationFlags } from '../metrics/operations.js';
import { lateReceiver } from '../../../properties/mpi_latereceiver/formula.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { OperationWaits } from './operationWaits.js';
import type { RowRange } from './processRows.js';

/**
 * Finds Late Receiver waits, for the operation in which each send completes. In Waitall and Waitsome the longest wait
 * counts, and only if no Late Sender explains it. If the record of a message that they received may be missing, it is
 * unknown.
 * @param receiveOf row of the receive of each send, negative where there is none
 * @param first the sends of a process, from here up to `end`
 * @param isLateSender 1 for each MPI call whose waiting a Late Sender explains
 * @param lackSince time from which on records of received messages may be missing; Infinity if none are
 * @param waits receives the waits of that process
 */
export function lateReceiverWaits(
  { operations, sends, receives }: CommunicationRecords,
  receiveOf: Int32Array,
  { first, end }: RowRange,
  isLateSender: Uint8Array,
  lackSince: number,
  waits: OperationWaits,
): void {
  const { enter, leave, kind } = operations.columns;
  const { completedIn, operation: startedIn } = sends.columns;
  const { postedIn } = receives.columns;
  for (let send = first; send < end; send++) {
    const receive = receiveOf[send] ?? absent(send);
    if (receive < 0) continue;
    const post = postedIn[receive] ?? absent(receive);
    const completing = completedIn[send] ?? absent(send);
    const start = startedIn[send] ?? absent(send);
    if (post === NONE || completing === NONE || start === NONE) continue;
    const completes = kind[completing] ?? absent(completing);
    if (kind[start] === Operation.LocalSend || waiting[completes] !== 1) continue;
    if (isLateSender[completing] === 1) continue;
    const left = leave[completing] ?? absent(completing);
    if (left >= lackSince && completingSeveral[completes] === 1) continue;
    const seconds = lateReceiver(enter[post] ?? absent(post), enter[completing] ?? absent(completing), left);
    waits.offer(completing, seconds, receive);
  }
}

/** Operations that can wait for the receiver of the sends they complete. */
const waiting = operationFlags([
  Operation.Send,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);

/** Operations that can complete sends and receives at once. */
const completingSeveral = operationFlags([Operation.Waitall, Operation.Waitsome]);
