import { elementAt } from '../../../base/elements.js';
import { type EventStore, NO_EVENT } from './store/eventStore.js';
import type { EventSource } from './eventSource.js';
import { GlobalOrder } from './globalOrder.js';
import { OverallState, type StateContext } from './state/overallState.js';
import { topAfter } from './state/regionStacks.js';

/** A place in a trace to start reading from: the state after event `index`, and how far each location had been read. */
export interface Bookmark {
  readonly index: number;
  readonly state: OverallState;
  readonly passed: Float64Array;
}

/**
 * Traverses the events in global order, with the overall state and a window of the last events with their pointer
 * attributes. This window is the history (Wolf 2003, 4.4.4). Memory is that of the window and of open operations.
 */
export class Walker {
  /** Index of the current event; NO_EVENT before the first. */
  position = NO_EVENT;
  state: OverallState;
  private order: GlobalOrder;
  private readonly store: EventStore;
  /** Slots of the last events, each at its index modulo the length. */
  private readonly window: Int32Array;
  /** Index of the first event in the window. */
  private first = 0;
  /** Top of each location's region stack before the window. */
  private readonly tops: Int32Array;

  constructor(
    private readonly context: StateContext,
    private readonly source: EventSource,
    historyLength: number,
  ) {
    const locations = context.definitions.locations.length;
    this.store = context.store;
    this.window = new Int32Array(historyLength).fill(NO_EVENT);
    this.tops = new Int32Array(locations).fill(NO_EVENT);
    this.state = new OverallState(context);
    this.order = new GlobalOrder(source, new Float64Array(locations));
  }

  /** Goes to the next event; returns its slot, or NO_EVENT at the end of the trace. */
  step(): number {
    const { order, store } = this;
    if (!order.advance()) return NO_EVENT;
    const slot = store.add(this.position + 1, order.location, order.batch, order.at);
    this.state.apply(slot, elementAt(order.passed, order.location) - 1);
    this.position++;
    const place = this.position % this.window.length;
    const before = elementAt(this.window, place);
    if (before !== NO_EVENT) this.leaveBehind(before);
    this.window[place] = slot;
    return slot;
  }

  /** The slot of an event of the history; NO_EVENT when it is not in there. */
  find(index: number): number {
    return index < this.first || index > this.position ? NO_EVENT : elementAt(this.window, index % this.window.length);
  }

  /** Reports whether `topAt` is available for the moment after event `index`. */
  reaches(index: number): boolean {
    return index >= this.first - 1 && index <= this.position && this.position !== NO_EVENT;
  }

  /** The innermost open region of a location after event `index`, which must be in reach. */
  topAt(location: number, index: number): number {
    if (index === this.position) return elementAt(this.state.stacks.top, location);
    for (let at = index; at >= this.first; at--) {
      const slot = elementAt(this.window, at % this.window.length);
      if (this.store.location[slot] === location) return topAfter(this.store, slot);
    }
    return elementAt(this.tops, location);
  }

  bookmark(): Bookmark {
    return { index: this.position, state: this.state.copy(), passed: this.order.passed.slice() };
  }

  /** Goes to a bookmark, or to before the first event. The history is empty afterwards. */
  goTo(bookmark: Bookmark | undefined): void {
    this.clear();
    this.position = bookmark?.index ?? NO_EVENT;
    this.first = this.position + 1;
    this.state = bookmark?.state.copy() ?? new OverallState(this.context);
    this.order = new GlobalOrder(this.source, bookmark?.passed ?? new Float64Array(this.tops.length));
    this.state.stacks.top.forEach((slot, location) => (this.tops[location] = this.store.hold(slot)));
  }

  /** Lets go of everything. */
  close(): void {
    this.clear();
    this.state = new OverallState(this.context);
    this.position = NO_EVENT;
    this.first = 0;
  }

  private clear(): void {
    this.order.close();
    this.state.dispose();
    for (const slot of this.window) if (slot !== NO_EVENT) this.store.leaveWindow(slot);
    this.window.fill(NO_EVENT);
    for (const slot of this.tops) this.store.release(slot);
    this.tops.fill(NO_EVENT);
  }

  private leaveBehind(slot: number): void {
    const { store } = this;
    const location = elementAt(store.location, slot);
    const former = elementAt(this.tops, location);
    this.tops[location] = store.hold(topAfter(store, slot));
    store.release(former);
    store.leaveWindow(slot);
    this.first++;
  }
}
