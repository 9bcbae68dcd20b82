import { absent } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import { enlargeInt32, enlargeUint32 } from '../tables/enlarge.js';

/** Means "no caller" if a node index is expected. */
export const NO_NODE = -1;

/** Initial capacity in nodes. */
const SMALLEST = 64;

/**
 * Grows a call tree node by node. One builder is shared by all locations, so that equal call paths of different
 * locations are one node. Look-ups first try the child entered last and its former successor, as in the body of a loop,
 * and then an open-addressing hash.
 */
export class CallTreeBuilder {
  size = 0;
  // They grow with the first node, as in PairSums.
  private parents: Int32Array = new Int32Array(0);
  private regions: Uint32Array = new Uint32Array(0);
  private sites: Uint32Array = new Uint32Array(0);
  /** Child entered last below each node; index 0 is for the roots, node n is at n + 1. */
  private latest = new Int32Array(1).fill(NO_NODE);
  /** By node: the child of the same parent that was entered after it last time. */
  private follower: Int32Array = new Int32Array(0);
  private slots = new Int32Array(1);

  /** One that has the nodes of a tree already, under the same numbers: events that made it are read once more. */
  static of({ size, parent, region, site }: CallTree): CallTreeBuilder {
    const builder = new CallTreeBuilder();
    for (let node = 0; node < size; node++)
      builder.child(parent[node] ?? absent(node), region[node] ?? absent(node), site[node] ?? absent(node));
    return builder;
  }

  /**
   * The node for `region` called at `site` from `parent`, made when it does not exist.
   * @param parent node index, or NO_NODE for a root
   */
  child(parent: number, region: number, site: number): number {
    const latest = this.latest[parent + 1] ?? absent(parent);
    if (latest >= 0) {
      if (this.regions[latest] === region && this.sites[latest] === site) return latest;
      const guess = this.follower[latest] ?? absent(latest);
      if (this.parents[guess] === parent && this.regions[guess] === region && this.sites[guess] === site)
        return (this.latest[parent + 1] = guess);
    }
    const node = this.find(parent, region, site);
    if (latest >= 0) this.follower[latest] = node;
    return (this.latest[parent + 1] = node);
  }

  regionOf(node: number): number {
    return this.regions[node] ?? absent(node);
  }

  /** The tree so far, as columns of exact length. */
  build(): CallTree {
    return {
      size: this.size,
      parent: this.parentsOfNodes(),
      region: this.regions.slice(0, this.size),
      site: this.sites.slice(0, this.size),
    };
  }

  /** Parent of each node so far, NO_NODE for roots. */
  parentsOfNodes(): Int32Array {
    return this.parents.slice(0, this.size);
  }

  private find(parent: number, region: number, site: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(parent, region, site) & mask;
    for (;;) {
      const node = (this.slots[slot] ?? absent(slot)) - 1;
      if (node < 0) return this.insert(parent, region, site);
      if (this.parents[node] === parent && this.regions[node] === region && this.sites[node] === site) return node;
      slot = (slot + 1) & mask;
    }
  }

  private insert(parent: number, region: number, site: number): number {
    if (this.size === this.parents.length) this.grow();
    const node = this.size++;
    this.parents[node] = parent;
    this.regions[node] = region;
    this.sites[node] = site;
    this.place(node, parent, region, site);
    return node;
  }

  private place(node: number, parent: number, region: number, site: number): void {
    const mask = this.slots.length - 1;
    let slot = hash(parent, region, site) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = node + 1;
  }

  private grow(): void {
    const capacity = Math.max(SMALLEST, this.size * 2);
    const latest = new Int32Array(capacity + 1).fill(NO_NODE);
    latest.set(this.latest);
    this.latest = latest;
    this.follower = enlargeInt32(this.follower, capacity);
    this.parents = enlargeInt32(this.parents, capacity);
    this.regions = enlargeUint32(this.regions, capacity);
    this.sites = enlargeUint32(this.sites, capacity);
    this.slots = new Int32Array(capacity * 4);
    for (let node = 0; node < this.size; node++) {
      const parent = this.parents[node] ?? absent(node);
      this.place(node, parent, this.regionOf(node), this.sites[node] ?? absent(node));
    }
  }
}

function hash(parent: number, region: number, site: number): number {
  const mixed = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(region, 0x85ebca6b) ^ Math.imul(site, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}
