import { elementAt } from '../../../../base/elements.js';
import type { Processes } from '../../../../model/processes.js';
import { type EventStore, NO_EVENT } from '../store/eventStore.js';

/** The last change of ownership of each lock (Wolf 2003, definition 3.15). Locks are known by process. */
export class LockStates {
  private readonly last: Map<string, number>;

  constructor(
    private readonly store: EventStore,
    private readonly processes: Processes,
    from?: LockStates,
  ) {
    this.last = new Map(from?.last);
    for (const slot of this.last.values()) store.hold(slot);
  }

  copy(): LockStates {
    return new LockStates(this.store, this.processes, this);
  }

  dispose(): void {
    for (const slot of this.last.values()) this.store.release(slot);
  }

  /** Takes in an acquisition or release and points it to the one before it. */
  apply(slot: number): void {
    const { store } = this;
    const process = elementAt(this.processes.ofLocation, elementAt(store.location, slot));
    const key = keyOf(process, store.operand(slot, 0), store.operand(slot, 1));
    const last = this.last.get(key) ?? NO_EVENT;
    store.setLink(slot, last);
    this.last.set(key, store.hold(slot));
    store.release(last);
  }

  /** Slot of the last acquisition or release of a lock, or NO_EVENT. */
  status(process: number, paradigm: number, lock: number): number {
    return this.last.get(keyOf(process, paradigm, lock)) ?? NO_EVENT;
  }
}

const keyOf = (process: number, paradigm: number, lock: number): string => `${process}/${paradigm}/${lock}`;
