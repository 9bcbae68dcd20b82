import { elementAt } from '../../../../base/elements.js';
import type { CallTree } from '../../../../model/callTree.js';
import { CallTreeBuilder, NO_NODE } from '../../profile/callTreeBuilder.js';
import { type EventStore, NO_EVENT } from './eventStore.js';

/**
 * The dynamic call graph (Wolf 2003, definitions 3.21 to 3.26): call paths as nodes of a tree, each with the first
 * Enter event that visited it. It only grows, and nodes are numbered in the order of their first visit. Thus the graph
 * at an earlier event is a prefix of the current one. Representatives are never released.
 */
export class CallGraph {
  private readonly tree = new CallTreeBuilder();
  private readonly slots: number[] = [];
  private readonly indices: number[] = [];

  constructor(private readonly store: EventStore) {}

  /** Gives an Enter event, whose `caller` is known, its node. */
  visit(slot: number): void {
    const { store } = this;
    const caller = elementAt(store.caller, slot);
    const parent = caller === NO_EVENT ? NO_NODE : elementAt(store.node, caller);
    const node = this.tree.child(parent, elementAt(store.reference, slot), elementAt(store.site, slot));
    store.node[slot] = node;
    if (node < this.slots.length) return;
    this.slots.push(store.hold(slot));
    this.indices.push(elementAt(store.index, slot));
  }

  /** Index of the first event that visited a node; NO_EVENT for NO_NODE. */
  representative(node: number): number {
    return node === NO_NODE ? NO_EVENT : elementAt(this.indices, node);
  }

  /** Number of nodes after event `index`. */
  sizeAt(index: number): number {
    let low = 0;
    let high = this.indices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(this.indices, middle) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first `size` nodes. */
  first(size: number): CallTree {
    const { parent, region, site } = this.tree.build();
    return { size, parent: parent.slice(0, size), region: region.slice(0, size), site: site.slice(0, size) };
  }

  /** Indices of the representatives of the first `size` nodes. */
  representatives(size: number): number[] {
    return this.indices.slice(0, size);
  }

  dispose(): void {
    for (const slot of this.slots) this.store.release(slot);
    this.slots.length = 0;
  }
}
