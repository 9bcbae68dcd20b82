import { elementAt } from '../../../../base/elements.js';
import { EventKind, type EventBatch } from '../../../../model/events.js';
import { enlargeFloat64, enlargeInt32, enlargeUint32 } from '../../tables/enlarge.js';
import { operandNames } from './operandNames.js';

/** Means "no event" if the slot of an event is expected. */
export const NO_EVENT = -1;

/** Operands of every kind but Metric fit into this many numbers. */
const OPERANDS_KEPT = 6;

const operandCounts = Uint8Array.from({ length: 256 }, (_, kind) => operandNames.get(kind)?.length ?? 0);

/**
 * The stored events, as columns. An event stays in its slot while it is referenced: by a history window, a state, a
 * bookmark, or another stored event. The event whose region encloses a stored event is also stored. Thus the path from
 * any stored event to the root of its call path is complete.
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
  /** Index of the event that ended the region of an Enter, once it has been seen; Infinity before. */
  ended: Float64Array = new Float64Array(64);
  /** Call-graph node of an Enter. */
  node: Int32Array = new Int32Array(64);
  /** Slot of the Enter event of the enclosing region at the same location, or of the one a Leave ends. */
  enter: Int32Array = new Int32Array(64);
  /** As `enter`, but for the bottom of a worker's stack the event it inherits from its master. */
  caller: Int32Array = new Int32Array(64);
  /** Target of sendptr or lockptr; the slot only while the event is in a history window. */
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

  /** @param program region that represents the whole program: its begin and end are kept as Enter and Leave */
  constructor(private readonly program: number | undefined) {}

  /** Takes in event `at` of a batch and returns its slot, held once. */
  add(index: number, location: number, batch: EventBatch, at: number): number {
    const slot = this.free.pop() ?? this.newSlot();
    this.live++;
    this.index[slot] = index;
    this.time[slot] = elementAt(batch.time, at);
    this.location[slot] = location;
    this.site[slot] = elementAt(batch.site, at);
    this.ended[slot] = Number.POSITIVE_INFINITY;
    this.node[slot] = -1;
    this.enter[slot] = this.caller[slot] = this.link[slot] = this.start[slot] = NO_EVENT;
    this.linkIndex[slot] = this.startIndex[slot] = NO_EVENT;
    this.holders[slot] = 1;
    this.kind[slot] = this.takeContent(slot, batch, at);
    return slot;
  }

  /** @param at position of the operand as in OPERANDS */
  operand(slot: number, at: number): number {
    return this.long.get(slot)?.[at] ?? elementAt(this.operands, slot * OPERANDS_KEPT + at);
  }

  /** All operands of an event that is no Enter or Leave. */
  operandsOf(slot: number): Float64Array {
    const from = slot * OPERANDS_KEPT;
    return this.long.get(slot) ?? this.operands.slice(from, from + elementAt(this.reference, slot));
  }

  /** Keeps an event until it is released as often as it was held; NO_EVENT is allowed. Returns the slot. */
  hold(slot: number): number {
    if (slot !== NO_EVENT) this.holders[slot] = elementAt(this.holders, slot) + 1;
    return slot;
  }

  release(slot: number): void {
    let next = slot;
    // The chain of enclosing events can be as deep as the stack, so it is walked and not descended recursively.
    while (next !== NO_EVENT && this.letGo(next)) {
      const enter = elementAt(this.enter, next);
      const caller = elementAt(this.caller, next);
      this.forget(next);
      if (caller !== enter) this.release(caller);
      next = enter;
    }
  }

  /** Takes one hold off an event. @returns whether nothing holds it any more */
  private letGo(slot: number): boolean {
    const holders = elementAt(this.holders, slot) - 1;
    this.holders[slot] = holders;
    return holders === 0;
  }

  /** Sets the region in which an event happened: at its location, and as inherited. */
  place(slot: number, enter: number, caller: number): void {
    this.enter[slot] = this.hold(enter);
    this.caller[slot] = caller === enter ? caller : this.hold(caller);
  }

  /** Makes `to` the event that sendptr or lockptr of `slot` points to. */
  setLink(slot: number, to: number): void {
    this.link[slot] = this.hold(to);
    this.linkIndex[slot] = this.indexOf(to);
  }

  /** Makes `to` the start of the request that `slot` completes. */
  setStart(slot: number, to: number): void {
    this.start[slot] = this.hold(to);
    this.startIndex[slot] = this.indexOf(to);
  }

  /** The index of a kept event; NO_EVENT for NO_EVENT. */
  indexOf(slot: number): number {
    return slot === NO_EVENT ? NO_EVENT : elementAt(this.index, slot);
  }

  /** Corrects in which region an event happened. */
  replaceEnter(slot: number, enter: number): void {
    const former = elementAt(this.enter, slot);
    const caller = elementAt(this.caller, slot);
    this.enter[slot] = this.caller[slot] = this.hold(enter);
    if (caller !== former) this.release(caller);
    this.release(former);
  }

  /** Remembers the instance that `slot` completes; takes over the holds on its members. */
  setMembers(slot: number, members: readonly number[]): void {
    this.members.set(slot, members);
  }

  /** The members of the instance that `slot` completes; undefined when it completes none. */
  membersOf(slot: number): readonly number[] | undefined {
    return this.members.get(slot);
  }

  /** The slot of an event kept although it is in no history window; NO_EVENT when it is not kept. */
  find(index: number): number {
    return this.outside.get(index) ?? NO_EVENT;
  }

  /** The event leaves a history window: it is released, and lets go what it points to. */
  leaveWindow(slot: number): void {
    this.release(elementAt(this.link, slot));
    this.release(elementAt(this.start, slot));
    this.link[slot] = this.start[slot] = NO_EVENT;
    const members = this.members.get(slot);
    if (members !== undefined) {
      this.members.delete(slot);
      for (const member of members) this.release(member);
    }
    if (elementAt(this.holders, slot) > 1) this.outside.set(this.indexOf(slot), slot);
    this.release(slot);
  }

  private forget(slot: number): void {
    this.live--;
    this.free.push(slot);
    const index = this.indexOf(slot);
    if (this.outside.get(index) === slot) this.outside.delete(index);
    if (this.long.size > 0) this.long.delete(slot);
  }

  /** Takes in what the kinds differ in; returns the kind that the event is kept as. */
  private takeContent(slot: number, batch: EventBatch, at: number): number {
    const kind = elementAt(batch.kind, at);
    const isProgram = kind === EventKind.ProgramBegin || kind === EventKind.ProgramEnd;
    if (isProgram && this.program !== undefined) {
      this.reference[slot] = this.program;
      return kind === EventKind.ProgramBegin ? EventKind.Enter : EventKind.Leave;
    }
    const reference = elementAt(batch.reference, at);
    if (kind === EventKind.Enter || kind === EventKind.Leave) this.reference[slot] = reference;
    else this.takeOperands(slot, kind, batch, reference);
    return kind;
  }

  private takeOperands(slot: number, kind: number, batch: EventBatch, from: number): void {
    const values = kind === EventKind.Metric ? elementAt(batch.operands, from + 1) : 0;
    const count = elementAt(operandCounts, kind) + values;
    this.reference[slot] = count;
    if (count > OPERANDS_KEPT) this.long.set(slot, batch.operands.slice(from, from + count));
    else this.operands.set(batch.operands.subarray(from, from + count), slot * OPERANDS_KEPT);
  }

  private newSlot(): number {
    if (this.used === this.kind.length) this.grow();
    return this.used++;
  }

  private grow(): void {
    const capacity = this.used * 2;
    const kind = new Uint8Array(capacity);
    kind.set(this.kind);
    this.kind = kind;
    this.index = enlargeFloat64(this.index, capacity);
    this.time = enlargeFloat64(this.time, capacity);
    this.location = enlargeInt32(this.location, capacity);
    this.reference = enlargeUint32(this.reference, capacity);
    this.site = enlargeUint32(this.site, capacity);
    this.ended = enlargeFloat64(this.ended, capacity);
    this.node = enlargeInt32(this.node, capacity);
    this.enter = enlargeInt32(this.enter, capacity);
    this.caller = enlargeInt32(this.caller, capacity);
    this.link = enlargeInt32(this.link, capacity);
    this.linkIndex = enlargeFloat64(this.linkIndex, capacity);
    this.start = enlargeInt32(this.start, capacity);
    this.startIndex = enlargeFloat64(this.startIndex, capacity);
    this.operands = enlargeFloat64(this.operands, capacity * OPERANDS_KEPT);
    this.holders = enlargeInt32(this.holders, capacity);
  }
}
