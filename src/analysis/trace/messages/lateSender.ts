import { absent } from '../../../base/elements.js';
import { Operation, operationFlags } from '../metrics/operations.js';
import { lateSender } from '../../../properties/mpi_latesender/formula.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { MessageMatching } from '../matching/messages.js';
import type { OperationWaits } from './operationWaits.js';
import { probeBefore } from './probedReceive.js';
import type { RowRange } from './processRows.js';

/**
 * Late Sender, of the operation in which each receive completes, and of the probe that waited for the message before. Waits for
 * several messages in one operation overlap, so the longest counts.
 * @param first the receives of a process, from here up to `end`
 * @param waits gets the waits of that process
 */
export function lateSenderWaits(
  records: CommunicationRecords,
  { sendOf }: MessageMatching,
  { first, end }: RowRange,
  waits: OperationWaits,
): void {
  const { operations, sends, receives } = records;
  const { enter, leave, kind } = operations.columns;
  const completedIn = receives.columns.operation;
  const sentIn = sends.columns.operation;
  for (let receive = first; receive < end; receive++) {
    const send = sendOf[receive] ?? absent(receive);
    const operation = completedIn[receive] ?? absent(receive);
    if (send < 0 || operation === NONE || waiting[kind[operation] ?? absent(operation)] !== 1) continue;
    const sendOperation = sentIn[send] ?? absent(send);
    if (sendOperation === NONE) continue;
    const sent = enter[sendOperation] ?? absent(sendOperation);
    const seconds = lateSender(sent, enter[operation] ?? absent(operation), leave[operation] ?? absent(operation));
    waits.offer(operation, seconds, receive);
    const probe = probeBefore(records, operation);
    // If it had not been sent when the probe ended, it is another message, or clocks disagree.
    if (probe !== NONE && sent <= (leave[probe] ?? absent(probe)))
      waits.offer(probe, sent - (enter[probe] ?? absent(probe)), receive);
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
