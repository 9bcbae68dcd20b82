import { absent } from '../../../base/elements.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { MessageMatching } from '../matching/messages.js';
import type { OperationWaits } from './operationWaits.js';
import { probeBefore } from './probedReceive.js';
import type { RowRange } from './processRows.js';
import { WaitMemory } from './waitMemory.js';
import type { WrongOrders } from './wrongOrders.js';

/**
 * Finds Late Sender, wrong order: a Late Sender after which the location receives a message that had been sent earlier.
 * That message could have been received first (Wolf 2003, example 3.3). Messages that one operation completes together,
 * as in MPI_Waitall, have no order among themselves. The last hundred Late Senders of a location are remembered. A
 * message whose sender is missing proves nothing about earlier ones, but later ones prove the same as in the whole
 * trace.
 * @param rows the receives of a process
 * @param waits its waits
 * @param found receives the operations concerned, and the source of the first of the earlier messages
 */
export function wrongOrder(
  records: CommunicationRecords,
  { sendOf }: MessageMatching,
  { first, end }: RowRange,
  waits: OperationWaits,
  found: WrongOrders,
): void {
  const { sends, receives, ends } = records;
  const { time, end: sendEnd } = sends.columns;
  const { operation: completedIn, end: receiveEnd } = receives.columns;
  const memory = new WaitMemory(waits, found);
  let own = -1;
  for (let receive = first; receive < end; receive++) {
    const location = ends.location(receiveEnd[receive] ?? absent(receive));
    if (location !== own) {
      own = location;
      memory.clear();
    }
    const send = sendOf[receive] ?? absent(receive);
    if (send < 0) {
      memory.passUnknown();
      continue;
    }
    const sendTime = time[send] ?? absent(send);
    const completing = completedIn[receive] ?? absent(receive);
    const probe = probeBefore(records, completing);
    const operation = probe !== NONE && waits.receive(probe) === receive ? probe : completing;
    const isWaitedFor = operation !== NONE && waits.receive(operation) === receive;
    if (!isWaitedFor && memory.latest <= sendTime) continue;
    const source = ends.location(sendEnd[send] ?? absent(send));
    memory.next(sendTime, source, operation);
    if (isWaitedFor) memory.add(operation, sendTime, source);
  }
}

/**
 * Late Receiver, wrong order (Wolf 2003, 4.4.6): the mirror of the above. The location later sends a message whose
 * receive was posted earlier, and so could have been sent first. Messages whose sends complete together have no order
 * among themselves.
 * @param receiveOf row of the receive of each send, negative where there is none
 * @param rows the sends of a process
 * @param waits its waits
 * @param found gets the operations concerned
 */
export function wrongOrderOfSends(
  { operations, sends, receives, ends }: CommunicationRecords,
  receiveOf: Int32Array,
  { first, end }: RowRange,
  waits: OperationWaits,
  found: WrongOrders,
): void {
  const { enter, location: locations } = operations.columns;
  const { completedIn, end: sendEnd } = sends.columns;
  const { postedIn, end: receiveEnd } = receives.columns;
  const memory = new WaitMemory(waits, found);
  let own = -1;
  for (let send = first; send < end; send++) {
    const location = ends.location(sendEnd[send] ?? absent(send));
    if (location !== own) {
      own = location;
      memory.clear();
    }
    const receive = receiveOf[send] ?? absent(send);
    if (receive < 0) {
      memory.passUnknown();
      continue;
    }
    const post = postedIn[receive] ?? absent(receive);
    if (post === NONE) continue;
    const ready = enter[post] ?? absent(post);
    const operation = completedIn[send] ?? absent(send);
    const seconds = operation === NONE ? 0 : waits.seconds(operation);
    // Several messages may have the same waiting time; all of them are equally the reason. Messages awaited by another
    // thread do not affect this one's order.
    const isWaitedFor =
      seconds > 0 && locations[operation] === location && ready - (enter[operation] ?? absent(operation)) === seconds;
    if (!isWaitedFor && memory.latest <= ready) continue;
    const peer = ends.location(receiveEnd[receive] ?? absent(receive));
    memory.next(ready, peer, operation);
    if (isWaitedFor) memory.add(operation, ready, peer);
  }
}
