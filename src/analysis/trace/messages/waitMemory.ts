import { absent } from '../../../base/elements.js';
import { NONE } from '../records/communicationRecords.js';
import type { OperationWaits } from './operationWaits.js';
import { WrongOrder, type WrongOrders } from './wrongOrders.js';

/** How many waits a location remembers. */
const MEMORY = 100;

/** Capacity for remembered and forgotten entries: moving them to the front each time would dominate the cost. */
const ROOM = 1024;

/** The waits that one location after the other remembers, as columns. */
export class WaitMemory {
  /** The latest `ready` among them, so that most messages need no search. */
  latest = Number.NEGATIVE_INFINITY;
  private readonly operation = new Int32Array(ROOM);
  /** Time when the other end was ready: the message was sent, or its receive was posted. */
  private readonly ready = new Float64Array(ROOM);
  /** Location of the other end. */
  private readonly peer = new Int32Array(ROOM);
  /** How many waits, and messages without other end, the location had before. */
  private readonly number = new Int32Array(ROOM);

  /** Those remembered: from `first` up to `end`. */
  private first = 0;
  private end = 0;
  private count = 0;
  /** Value of `count` at the last message without other end: it may be the first to concern the earlier waits. */
  private unknownAt = -1;

  constructor(
    private readonly waits: OperationWaits,
    private readonly found: WrongOrders,
  ) {}

  /** Another location comes. */
  clear(): void {
    this.first = this.end = this.count = 0;
    this.unknownAt = -1;
    this.latest = Number.NEGATIVE_INFINITY;
  }

  add(operation: number, ready: number, peer: number): void {
    if (this.end === ROOM) this.moveToFront();
    const at = this.end++;
    this.operation[at] = operation;
    this.ready[at] = ready;
    this.peer[at] = peer;
    this.number[at] = this.count++;
    if (ready > this.latest) this.latest = ready;
    if (this.end - this.first > MEMORY) this.first++;
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
    let kept = 0;
    let latest = Number.NEGATIVE_INFINITY;
    for (let at = this.first; at < this.end; at++) {
      const before = this.ready[at] ?? absent(at);
      if (before > ready && this.operation[at] !== operation) {
        this.tell(at, peer);
        continue;
      }
      if (before > latest) latest = before;
      if (kept !== at) this.move(at, kept);
      kept++;
    }
    this.first = 0;
    this.end = kept;
    this.latest = latest;
  }

  private tell(at: number, peer: number): void {
    const operation = this.operation[at] ?? absent(at);
    if (!this.waits.isNew(operation)) return;
    const isKnown = (this.number[at] ?? absent(at)) > this.unknownAt;
    const source = !isKnown ? WrongOrder.Unknown : this.peer[at] === peer ? WrongOrder.Same : WrongOrder.Different;
    this.found.add(operation, source, this.waits.seconds(operation), this.waits.receive(operation));
  }

  private moveToFront(): void {
    for (let at = this.first; at < this.end; at++) this.move(at, at - this.first);
    this.end -= this.first;
    this.first = 0;
  }

  private move(from: number, to: number): void {
    this.operation[to] = this.operation[from] ?? absent(from);
    this.ready[to] = this.ready[from] ?? absent(from);
    this.peer[to] = this.peer[from] ?? absent(from);
    this.number[to] = this.number[from] ?? absent(from);
  }
}
