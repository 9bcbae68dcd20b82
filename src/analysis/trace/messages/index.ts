import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Waits } from '../waits/waits.js';
import type { Processes } from '../../../model/processes.js';
import { release } from '../tables/release.js';
import { MessageBook } from './book.js';
import { lateReceiverWaits } from './lateReceiver.js';
import { lateSenderWaits } from './lateSender.js';
import { type MessageMatching, receivesOf } from '../matching/messages.js';
import { OperationWaits } from './operationWaits.js';
import { type ProcessRows, rowsOfProcesses } from './processRows.js';
import { wrongOrder, wrongOrderOfSends } from './wrongOrder.js';
import { WrongOrders } from './wrongOrders.js';

/**
 * Searches the messages of a trace for waiting time, process by process.
 * @param lackSince time since when a process may have received messages that its records do not show, or Infinity
 */
export function analyzeMessages(
  records: CommunicationRecords,
  matching: MessageMatching,
  processes: Processes,
  lackSince: (process: number) => number,
  waits: Waits,
): Problem[] {
  const book = new MessageBook(records, matching, waits);
  const rows = rowsOfProcesses(records, processes);
  const found = new OperationWaits(records.operations.memory);
  const isLateSender = bookLateSenders(records, matching, rows, book, found);
  bookLateReceivers(records, matching, rows, book, found, { isLateSender, lackSince });
  release(isLateSender);
  found.clear();
  return unmatched(matching.unmatchedSends, matching.unmatchedReceives);
}

/** Books Late Sender. Returns 1 for each MPI call that has it. */
function bookLateSenders(
  records: CommunicationRecords,
  matching: MessageMatching,
  rows: readonly ProcessRows[],
  book: MessageBook,
  waits: OperationWaits,
): Uint8Array {
  const { memory } = records.operations;
  const isLateSender = memory.uint8(records.operations.length);
  const found = new WrongOrders(memory);
  const bookWaits = book.lateSenders();
  for (const { operations, receives } of rows) {
    if (receives.first === receives.end) continue;
    waits.begin(operations);
    lateSenderWaits(records, matching, receives, waits);
    bookWaits(waits);
    wrongOrder(records, matching, receives, waits, found);
    for (let row = waits.first; row < waits.end; row++) if (waits.seconds(row) > 0) isLateSender[row] = 1;
  }
  book.wrongOrder(found);
  found.table.clear();
  return isLateSender;
}

/** Which calls wait for a sender, or may do so. */
interface Explained {
  /** 1 for each MPI call that has Late Sender. */
  readonly isLateSender: Uint8Array;
  /** Time since when a process may have received messages that its records do not show. */
  readonly lackSince: (process: number) => number;
}

function bookLateReceivers(
  records: CommunicationRecords,
  matching: MessageMatching,
  rows: readonly ProcessRows[],
  book: MessageBook,
  waits: OperationWaits,
  { isLateSender, lackSince }: Explained,
): void {
  const { memory } = records.operations;
  const receiveOf = receivesOf(matching, records.sends.length, memory);
  const found = new WrongOrders(memory);
  const bookWaits = book.lateReceivers();
  for (const [process, { operations, sends }] of rows.entries()) {
    if (sends.first === sends.end) continue;
    waits.begin(operations);
    lateReceiverWaits(records, receiveOf, sends, isLateSender, lackSince(process), waits);
    bookWaits(waits);
    wrongOrderOfSends(records, receiveOf, sends, waits, found);
  }
  book.wrongOrderOfSends(found);
  found.table.clear();
  release(receiveOf);
}

function unmatched(sends: number, receives: number): Problem[] {
  if (sends === 0 && receives === 0) return [];
  const message =
    `Excluded from the search for waiting time: ${counted(sends, 'send')} and ${counted(receives, 'receive')} without a ` +
    'counterpart. Part of the trace is missing, or the program ended before they completed.';
  return [{ level: 'warning', message }];
}
