import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import type { OperationWaits } from './operationWaits.js';

/** How many waits a location remembers. */
const MEMORY = 100;

/** Taking waits out of the list one by one would cost more than all else here. */
const MANY_FORGOTTEN = 1000;

/** Whether the earlier message is of the same process or of another one, as far as the trace tells. */
export type WrongOrder = 'same' | 'different' | 'unknown';

interface Remembered {
  readonly operation: number;
  /** When the other end was there: the message was sent, or its receive was posted. */
  readonly ready: number;
  /** Location of the other end. */
  readonly peer: number;
  /** How many waits, and messages without other end, the location had before. */
  readonly number: number;
}

/**
 * Late Sender, wrong order: a Late Sender after which the location receives a message that had been sent earlier, and
 * so could have been received first (Wolf 2003, example 3.3). Messages that one operation completes together, as in
 * MPI_Waitall, have no order among themselves. The last hundred Late Senders of a location are remembered. A message
 * whose sender is missing tells nothing of those before it, but later ones still prove what they prove in the whole
 * trace.
 * @returns the operations concerned, and where the first of the earlier messages came from
 */
export function wrongOrder(
  records: CommunicationRecords,
  matching: Matching,
  waits: OperationWaits,
): Map<number, WrongOrder> {
  const { sends, receives, ends } = records;
  const found = new Map<number, WrongOrder>();
  let memory = new Memory(-1, found);
  for (let receive = 0; receive < receives.length; receive++) {
    const location = ends.location(receives.columns.end[receive]);
    if (memory.location !== location) memory = new Memory(location, found);
    const send = matching.sendOf[receive];
    if (send < 0) {
      memory.passUnknown();
      continue;
    }
    const sendTime = sends.columns.time[send];
    const source = ends.location(sends.columns.end[send]);
    const operation = receives.columns.operation[receive];
    memory.next(sendTime, source, operation);
    if (operation !== NONE && waits.receive[operation] === receive) memory.add(operation, sendTime, source);
  }
  return found;
}

/**
 * Late Receiver, wrong order (Wolf 2003, 4.4.6): the mirror of the above. The location later sends a message whose
 * receive was posted earlier, and so could have been sent first. Messages whose sends complete together have no order
 * among themselves.
 * @returns the operations concerned
 */
export function wrongOrderOfSends(
  records: CommunicationRecords,
  matching: Matching,
  waits: OperationWaits,
): ReadonlyMap<number, WrongOrder> {
  const { operations, sends, receives, ends } = records;
  const receiveOf = new Int32Array(sends.length).fill(-1);
  matching.sendOf.forEach((send, receive) => {
    if (send >= 0) receiveOf[send] = receive;
  });
  const found = new Map<number, WrongOrder>();
  let memory = new Memory(-1, found);
  for (let send = 0; send < sends.length; send++) {
    const location = ends.location(sends.columns.end[send]);
    if (memory.location !== location) memory = new Memory(location, found);
    const receive = receiveOf[send];
    if (receive < 0) {
      memory.passUnknown();
      continue;
    }
    const post = receives.columns.postedIn[receive];
    if (post === NONE) continue;
    const ready = operations.columns.enter[post];
    const peer = ends.location(receives.columns.end[receive]);
    const operation = sends.columns.completedIn[send];
    memory.next(ready, peer, operation);
    // Several messages may be waited for equally long; none of them is more the reason than another. What another
    // thread waits for is nothing of this one's order.
    const isWaitedFor =
      operation !== NONE &&
      operations.columns.location[operation] === location &&
      waits.seconds[operation] > 0 &&
      ready - operations.columns.enter[operation] === waits.seconds[operation];
    if (isWaitedFor) memory.add(operation, ready, peer);
  }
  return found;
}

/** The waits a location remembers. */
class Memory {
  /** Those from `first` on; what is before them was forgotten, and is taken out now and then. */
  private readonly remembered: Remembered[] = [];
  private first = 0;
  /** The latest `ready` among them, so that most messages need no search. */
  private latest = Number.NEGATIVE_INFINITY;
  private count = 0;
  /** Value of `count` at the last message without other end: it may be the first to tell of the waits before. */
  private unknownAt = -1;

  constructor(
    readonly location: number,
    private readonly found: Map<number, WrongOrder>,
  ) {}

  add(operation: number, ready: number, peer: number): void {
    this.remembered.push({ operation, ready, peer, number: this.count++ });
    this.latest = Math.max(this.latest, ready);
    if (this.remembered.length - this.first > MEMORY) this.first++;
    if (this.first > MANY_FORGOTTEN) this.forget();
  }

  /**
   * A message without other end. It may be waited for itself, and then takes a place among those remembered: with it
   * nothing is remembered longer than in the whole trace.
   */
  passUnknown(): void {
    this.unknownAt = this.count;
    this.add(NONE, Number.NEGATIVE_INFINITY, NONE);
  }

  /** The next message, handled in `operation`: those waited for before it although it was ready first are of wrong order. */
  next(ready: number, peer: number, operation: number): void {
    if (this.latest <= ready) return;
    const { remembered } = this;
    let kept = 0;
    let latest = Number.NEGATIVE_INFINITY;
    for (let i = this.first; i < remembered.length; i++) {
      const late = remembered[i];
      if (late.ready > ready && late.operation !== operation) {
        const isKnown = late.number > this.unknownAt;
        this.found.set(late.operation, !isKnown ? 'unknown' : late.peer === peer ? 'same' : 'different');
        continue;
      }
      latest = Math.max(latest, late.ready);
      remembered[kept++] = late;
    }
    remembered.length = kept;
    this.first = 0;
    this.latest = latest;
  }

  private forget(): void {
    this.remembered.splice(0, this.first);
    this.first = 0;
  }
}
