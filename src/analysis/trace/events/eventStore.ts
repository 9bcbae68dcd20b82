import { EventKind, OPERANDS, type EventBatch } from '../../../model/events.js';
import { enlargeFloat64, enlargeInt32, enlargeUint32 } from '../enlarge.js';

/** Stands for "no event" where the slot of an event is expected. */
export const NO_EVENT = -1;

/** Operands of every kind but Metric fit into this many numbers. */
const OPERANDS_KEPT = 6;

const operandCounts = new Uint8Array(256);
for (const [name, operands] of Object.entries(OPERANDS)) {
  for (const [kindName, kind] of Object.entries(EventKind)) if (kindName === name) operandCounts[kind] = operands.length;
}

/**
 * The events that are kept, as columns. An event stays in its slot as long as something holds it: a history window,
 * a state, a bookmark, or another kept event that points to it. The event whose region encloses a kept event is kept
 * with it, so that the way from any kept event to the root of its call path never leaves the store.
 */
export class EventStore {
  /** Number of events kept now. */
  live = 0;
  index: Float64Array = new Float64Array(64);
  time: Float64Array = new Float64Array(64);
  kind: Uint8Array = new Uint8Array(64);
  location: Int32Array = new Int32Array(64);
  /** Region of an Enter or Leave, else the number of operands. */
  reference: Uint32Array = new Uint32Array(64);
  site: Uint32Array = new Uint32Array(64);
  /** Call-graph node of an Enter. */
  node: Int32Array = new Int32Array(64);
  /** Slot of the Enter event of the enclosing region at the same location, or of the one a Leave ends. */
  enter: Int32Array = new Int32Array(64);
  /** As `enter`, but for the bottom of a worker's stack the event it inherits from its master. */
  caller: Int32Array = new Int32Array(64);
  /** What sendptr or lockptr points to; the slot only as long as the event is in a history window. */
  link: Int32Array = new Int32Array(64);
  linkIndex: Float64Array = new Float64Array(64);
  /** The start of the request that this event completes; the slot only while the event is in a history window. */
  start: Int32Array = new Int32Array(64);
  startIndex: Float64Array = new Float64Array(64);
  private operands: Float64Array = new Float64Array(64 * OPERANDS_KEPT);
  private holders: Int32Array = new Int32Array(64);
  private readonly free: number[] = [];
  private used = 0;
  /** Operands that do not fit into their column. */
  private readonly long = new Map<number, Float64Array>();
  /** Members of the instance that an event completes, while the event is in a history window. */
  private readonly members = new Map<number, readonly number[]>();
  /** Events kept outside of history windows, by index. */
  private readonly outside = new Map<number, number>();

  /** Takes in event `at` of a batch and returns its slot, held once. */
  add(index: number, location: number, batch: EventBatch, at: number): number {
    const slot = this.free.pop() ?? this.newSlot();
    this.live++;
    this.index[slot] = index;
    this.time[slot] = batch.time[at];
    this.kind[slot] = batch.kind[at];
    this.location[slot] = location;
    this.site[slot] = batch.site[at];
    this.node[slot] = -1;
    this.enter[slot] = this.caller[slot] = this.link[slot] = this.start[slot] = NO_EVENT;
    this.linkIndex[slot] = this.startIndex[slot] = NO_EVENT;
    this.holders[slot] = 1;
    const kind = batch.kind[at];
    if (kind === EventKind.Enter || kind === EventKind.Leave) this.reference[slot] = batch.reference[at];
    else this.takeOperands(slot, batch, at);
    return slot;
  }

  /** @param at position of the operand as in OPERANDS */
  operand(slot: number, at: number): number {
    return this.long.get(slot)?.[at] ?? this.operands[slot * OPERANDS_KEPT + at];
  }

  /** All operands of an event that is no Enter or Leave. */
  operandsOf(slot: number): Float64Array {
    const from = slot * OPERANDS_KEPT;
    return this.long.get(slot) ?? this.operands.slice(from, from + this.reference[slot]);
  }

  /** Keeps an event until it is released as often as it was held; NO_EVENT is allowed. Returns the slot. */
  hold(slot: number): number {
    if (slot !== NO_EVENT) this.holders[slot]++;
    return slot;
  }

  release(slot: number): void {
    let next = slot;
    // The chain of enclosing events can be as deep as the stack, so no recursion here.
    while (next !== NO_EVENT && --this.holders[next] === 0) {
      const { [next]: enter } = this.enter;
      this.release(this.caller[next] === enter ? this.drop(next) : this.dropWithCaller(next));
      next = enter;
    }
  }

  /** Makes `to` the event that sendptr or lockptr of `slot` points to. */
  setLink(slot: number, to: number): void {
    this.link[slot] = this.hold(to);
    this.linkIndex[slot] = to === NO_EVENT ? NO_EVENT : this.index[to];
  }

  /** Makes `to` the start of the request that `slot` completes. */
  setStart(slot: number, to: number): void {
    this.start[slot] = this.hold(to);
    this.startIndex[slot] = to === NO_EVENT ? NO_EVENT : this.index[to];
  }
}
