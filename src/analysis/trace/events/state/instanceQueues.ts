import { absent } from '../../../../base/elements.js';
import type { EventStore } from '../store/eventStore.js';

/**
 * Events of operations that several members execute together, until all have ended: collective operations of a
 * communicator (Wolf 2003, definition 3.8) or constructs of a team (3.19). The n-th event of each member belongs to
 * the n-th instance.
 */
export class InstanceQueues<Key> {
  /** By key, then by member: slots, oldest first. */
  private readonly queues = new Map<Key, Map<number, readonly number[]>>();

  constructor(private readonly store: EventStore) {}

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  copy(): InstanceQueues<Key> {
    const copied = new InstanceQueues<Key>(this.store);
    for (const [key, queue] of this.queues) copied.queues.set(key, new Map(queue));
    for (const key of this.queues.keys()) for (const slot of this.pending(key)) this.store.hold(slot);
    return copied;
  }

  dispose(): void {
    for (const key of [...this.queues.keys()]) this.drop(key);
  }

  /**
   * Adds the event with which `member` ended its part.
   * @returns the events of the instance it completes, in the order of `members`, held for the caller; undefined when
   * it completes none
   */
  add(key: Key, members: readonly number[], member: number, slot: number): readonly number[] | undefined {
    if (!setOf(members).has(member)) return undefined;
    let queue = this.queues.get(key);
    if (queue === undefined) this.queues.set(key, (queue = new Map<number, readonly number[]>()));
    queue.set(member, [...(queue.get(member) ?? []), this.store.hold(slot)]);
    if (queue.size < members.length) return undefined;
    const instance: number[] = [];
    for (const each of members) {
      const [first = absent(each), ...rest] = queue.get(each) ?? [];
      instance.push(first);
      if (rest.length === 0) queue.delete(each);
      else queue.set(each, rest);
    }
    if (queue.size === 0) this.queues.delete(key);
    return instance;
  }

  /** Slots of the events under `key` whose instance is not complete. */
  pending(key: Key): readonly number[] {
    return [...(this.queues.get(key)?.values() ?? [])].flat();
  }

  /** Forgets what is not complete under a key. */
  drop(key: Key): void {
    for (const slot of this.pending(key)) this.store.release(slot);
    this.queues.delete(key);
  }
}

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

function setOf(members: readonly number[]): ReadonlySet<number> {
  let set = sets.get(members);
  if (set === undefined) sets.set(members, (set = new Set(members)));
  return set;
}
