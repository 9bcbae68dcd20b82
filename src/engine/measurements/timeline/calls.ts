/** Call paths of calls that are open, by the call tree of an experiment. */
import { absent } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import { NO_INDEX } from '../../../model/definitions.js';
import type { OpenRegion } from '../openRegions.js';

export class CallPaths {
  /** By call path, with -1 for the roots: call paths right below it, by region and site. */
  private readonly children = new Map<number, Map<number, number>>();
  private readonly sites: number;
  private readonly known = new WeakMap<OpenRegion, number>();

  constructor(private readonly tree: CallTree) {
    const { size, parent, region, site } = tree;
    this.sites = 1 + site.subarray(0, size).reduce((most, each) => Math.max(most, each), 0);
    for (let node = 0; node < size; node++) {
      const above = parent[node] ?? absent(node);
      const below = this.children.get(above) ?? new Map<number, number>();
      this.children.set(above, below);
      const key = this.keyOf(region[node] ?? absent(node), site[node] ?? absent(node));
      if (!below.has(key)) below.set(key, node);
    }
  }

  /**
   * Returns the call path of an open call; NO_INDEX if the call tree does not have it.
   * @param callerOf the parent call path of an outermost call: -1 at a root, NO_INDEX if unknown
   */
  nodeOf(call: OpenRegion, callerOf: (outermost: OpenRegion) => number): number {
    const unknown: OpenRegion[] = [];
    let at: OpenRegion | undefined = call;
    for (; at !== undefined && !this.known.has(at); at = at.around) unknown.push(at);
    let parent = at === undefined ? NO_INDEX : (this.known.get(at) ?? NO_INDEX);
    for (const next of unknown.reverse()) {
      const above = next.around === undefined ? callerOf(next) : parent;
      parent = above === NO_INDEX ? NO_INDEX : this.childOf(above, next);
      this.known.set(next, parent);
    }
    return parent;
  }

  /**
   * Returns the parent of an outermost call, from a call path of its location at about that time (-1: unknown). Threads
   * of a team begin below the call path of its fork, which they do not enter themselves.
   */
  callerNear(call: OpenRegion, near: number): number {
    const { region, site } = call;
    const { parent, region: regions, site: sites } = this.tree;
    let caller: number | undefined;
    for (let node = near; node >= 0; node = parent[node] ?? absent(node))
      if (regions[node] === region && sites[node] === site) caller = parent[node] ?? absent(node);
    if (caller !== undefined) return caller;
    return this.childOf(-1, call) === NO_INDEX ? NO_INDEX : -1;
  }

  private childOf(parent: number, { region, site }: OpenRegion): number {
    // A larger one would have the key of another region.
    if (site >= this.sites) return NO_INDEX;
    return this.children.get(parent)?.get(this.keyOf(region, site)) ?? NO_INDEX;
  }

  private keyOf(region: number, site: number): number {
    return region * this.sites + site;
  }
}
