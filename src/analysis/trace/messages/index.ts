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
  const lateSender = lateSenderWaits(records, matching);
  const lateReceiver = lateReceiverWaits(records, matching, lateSender);
  const book = new MessageBook(records, matching, waits);
  book.lateSenders(lateSender, wrongOrder(records, matching, lateSender));
  book.lateReceivers(lateReceiver, wrongOrderOfSends(records, matching, lateReceiver));
  return unmatched(matching.unmatchedSends, matching.unmatchedReceives);
}

function unmatched(sends: number, receives: number): Problem[] {
  if (sends === 0 && receives === 0) return [];
  const message =
    `Left out of the search for waiting time: ${counted(sends, 'send')} and ${counted(receives, 'receive')} without a ` +
    'counterpart. Part of the trace is missing, or the program ended before they completed.';
  return [{ level: 'warning', message }];
}
