import { absent } from '../../../base/elements.js';
import { NOBODY } from '../../../model/timeline.js';
import type { MessageMatching } from '../matching/messages.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Table } from '../tables/table.js';
import type { WaitLog } from '../waits/waitLog.js';

/** All messages that have a send and a receive; see TimelineMessages of the model. */
export type MessageRows = Table<'send' | 'receive' | 'waiting' | 'bytes', 'from' | 'to'>;

export function emptyMessages(): MessageRows {
  return new Table(['send', 'receive', 'waiting', 'bytes'], ['from', 'to']);
}

/** Keeps the messages, and which of them made a call wait: one call may receive many, and waits for one of them. */
export function keepMessages(
  { operations, sends, receives, ends }: CommunicationRecords,
  { sendOf }: MessageMatching,
  log: WaitLog,
  messages: MessageRows,
): void {
  const waitOf = waitsOfOperations(log, operations.length);
  const { from, to, lateOperation } = log.table.columns;
  /** Seconds that a call waited for another one. */
  const waited = (call: number, other: number): number => {
    const wait = call === NOBODY ? NOBODY : (waitOf[call] ?? absent(call));
    return wait === NOBODY || lateOperation[wait] !== other
      ? 0
      : (to[wait] ?? absent(wait)) - (from[wait] ?? absent(wait));
  };
  messages.reserve(receives.length);
  for (let receive = 0; receive < receives.length; receive++) {
    const send = sendOf[receive] ?? absent(receive);
    if (send < 0) continue;
    const row = messages.addRow();
    const { columns } = messages;
    columns.send[row] = sends.columns.time[send] ?? absent(send);
    columns.bytes[row] = sends.columns.bytes[send] ?? absent(send);
    columns.receive[row] = receives.columns.time[receive] ?? absent(receive);
    columns.from[row] = ends.location(sends.columns.end[send] ?? absent(send));
    columns.to[row] = ends.location(receives.columns.end[receive] ?? absent(receive));
    const sending = sends.columns.operation[send] ?? absent(send);
    const completing = sends.columns.completedIn[send] ?? absent(send);
    const receiving = receives.columns.operation[receive] ?? absent(receive);
    const posting = receives.columns.postedIn[receive] ?? absent(receive);
    columns.waiting[row] = Math.max(
      waited(receiving, sending),
      waited(sending, posting),
      waited(sending, receiving),
      waited(completing, posting),
      waited(completing, receiving),
    );
  }
}

/** The row of the wait of each operation that waits for another one, else -1. */
function waitsOfOperations({ table }: WaitLog, operations: number): Int32Array {
  const waits = new Int32Array(operations).fill(NOBODY);
  const { operation, lateOperation, part } = table.columns;
  for (let row = 0; row < table.length; row++)
    if (part[row] === 0 && lateOperation[row] !== NOBODY) waits[operation[row] ?? absent(row)] = row;
  return waits;
}
