import type { Problem } from '../../../model/problem.js';
import { counted } from '../../../model/text.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Waits } from '../severities/waits.js';
import { MessageBook } from './book.js';
import { lateReceiverWaits } from './lateReceiver.js';
import { lateSenderWaits } from './lateSender.js';
import type { Matching } from './matching.js';
import { wrongOrder, wrongOrderOfSends } from './wrongOrder.js';

/** Searches the messages of a trace for waiting time. */
export function analyzeMessages(records: CommunicationRecords, matching: Matching, waits: Waits): Problem[] {
  const book = new MessageBook(records, matching, waits);
  const lateReceiver = lateReceiverWaits(records, matching, bookLateSenders(records, matching, book));
  book.lateReceivers(lateReceiver, wrongOrderOfSends(records, matching, lateReceiver));
  return unmatched(matching.unmatchedSends, matching.unmatchedReceives);
}

/** Books Late Sender. Returns 1 for each MPI call that has it: the waits themselves are not needed any more. */
function bookLateSenders(records: CommunicationRecords, matching: Matching, book: MessageBook): Uint8Array {
  const lateSender = lateSenderWaits(records, matching);
  book.lateSenders(lateSender, wrongOrder(records, matching, lateSender));
  return flagsOf(lateSender.seconds);
}

function flagsOf(seconds: Float64Array): Uint8Array {
  const flags = new Uint8Array(seconds.length);
  for (let i = 0; i < flags.length; i++) if (seconds[i] > 0) flags[i] = 1;
  return flags;
}

function unmatched(sends: number, receives: number): Problem[] {
  if (sends === 0 && receives === 0) return [];
  const message =
    `Left out of the search for waiting time: ${counted(sends, 'send')} and ${counted(receives, 'receive')} without a ` +
    'counterpart. Part of the trace is missing, or the program ended before they completed.';
  return [{ level: 'warning', message }];
}
