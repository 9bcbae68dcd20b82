import { elementAt } from '../../../../base/elements.js';
import { EventKind } from '../../../../model/events.js';
import { type EventStore, NO_EVENT } from '../store/eventStore.js';

/**
 * The region stacks of all locations (Wolf 2003, definition 3.6), and stacks inherited by worker threads (3.20). Events
 * point to the one below them, so that a stack is represented by its top. The regions of an explicit task are above
 * those of the thread that began it. When the task is suspended, they are removed until a thread of the process resumes
 * it.
 */
export class RegionStacks {
  /** Slot of the innermost open Enter of each location. */
  readonly top: Int32Array;
  /** Slot of the Enter on top of each location's inherited stack. */
  readonly base: Int32Array;
  /** Explicit task of each location, where it executes one. */
  private readonly task: (string | undefined)[];
  /** Top of the implicit task's stack of locations that execute an explicit task. */
  private readonly implicit: Int32Array;
  private readonly suspended: Map<string, number>;

  constructor(
    private readonly store: EventStore,
    from: number | RegionStacks,
  ) {
    if (typeof from === 'number') {
      this.top = new Int32Array(from).fill(NO_EVENT);
      this.base = this.top.slice();
      this.implicit = this.top.slice();
      this.task = new Array<string | undefined>(from).fill(undefined);
      this.suspended = new Map();
    } else {
      this.top = from.top.slice();
      this.base = from.base.slice();
      this.implicit = from.implicit.slice();
      this.task = from.task.slice();
      this.suspended = new Map(from.suspended);
      for (const slot of this.slots()) store.hold(slot);
    }
  }

  copy(): RegionStacks {
    return new RegionStacks(this.store, this);
  }

  dispose(): void {
    for (const slot of this.slots()) this.store.release(slot);
  }

  /** The innermost region of a location, own or inherited. */
  innermost(location: number): number {
    const top = elementAt(this.top, location);
    return top === NO_EVENT ? elementAt(this.base, location) : top;
  }

  /** Takes in an event that `EventStore.place` has put at the top of the stack. */
  apply(slot: number): void {
    const { kind, location } = this.store;
    if (kind[slot] === EventKind.Enter) this.setTop(elementAt(location, slot), slot);
    else if (kind[slot] === EventKind.Leave) this.leave(slot);
  }

  /** Sets `slot` as the caller of regions entered at the bottom of a location's stack from now on. */
  inherit(location: number, slot: number): void {
    const former = elementAt(this.base, location);
    this.base[location] = this.store.hold(slot);
    this.store.release(former);
  }

  /** Switches the thread to another task: `task` names an explicit one, undefined is its implicit task. */
  switchTo(slot: number, task: string | undefined): void {
    const { store, implicit } = this;
    const location = elementAt(store.location, slot);
    const current = this.task[location];
    if (current === undefined) {
      store.release(elementAt(implicit, location));
      implicit[location] = store.hold(elementAt(this.top, location));
    } else this.suspend(location, current);
    this.task[location] = task;
    const resumed = task === undefined ? undefined : this.suspended.get(task);
    this.setTop(location, resumed ?? elementAt(implicit, location));
    if (task !== undefined && resumed !== undefined) {
      this.suspended.delete(task);
      store.release(resumed);
    }
    store.setLink(slot, elementAt(this.top, location));
  }

  private suspend(location: number, task: string): void {
    if (this.top[location] === this.implicit[location]) return;
    this.store.release(this.suspended.get(task) ?? NO_EVENT);
    this.suspended.set(task, this.store.hold(elementAt(this.top, location)));
  }

  /** Ends the innermost region of that name, and those within it; without one, nothing. */
  private leave(slot: number): void {
    const { location, reference, ended: endedBy } = this.store;
    const enterOf = (of: number): number => elementAt(this.store.enter, of);
    const innermost = enterOf(slot);
    let ended = innermost;
    while (ended !== NO_EVENT && reference[ended] !== reference[slot]) ended = enterOf(ended);
    if (ended === NO_EVENT) return;
    const index = this.store.indexOf(slot);
    for (let within = innermost; within !== ended; within = enterOf(within)) endedBy[within] = index;
    endedBy[ended] = index;
    if (ended !== innermost) this.store.replaceEnter(slot, ended);
    this.setTop(elementAt(location, slot), enterOf(ended));
  }

  private setTop(location: number, slot: number): void {
    const former = elementAt(this.top, location);
    this.top[location] = this.store.hold(slot);
    this.store.release(former);
  }

  private *slots(): Generator<number> {
    yield* this.top;
    yield* this.base;
    yield* this.implicit;
    yield* this.suspended.values();
  }
}

/** The top of the stack of an event's location after it; for a switch of tasks only while it is in a history window. */
export function topAfter(store: EventStore, slot: number): number {
  const enter = elementAt(store.enter, slot);
  switch (store.kind[slot]) {
    case EventKind.Enter:
      return slot;
    case EventKind.ThreadTaskSwitch:
      return elementAt(store.link, slot);
    case EventKind.Leave:
      return enter !== NO_EVENT && store.reference[enter] === store.reference[slot]
        ? elementAt(store.enter, enter)
        : enter;
    default:
      return enter;
  }
}
