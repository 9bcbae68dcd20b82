/** Call paths of calls that are open, by the call tree of an experiment. */
import { absent } from '../../../base/elements.js';
import type { CallTree } from '../../../model/callTree.js';
import { NO_INDEX } from '../../../model/definitions.js';
import type { OpenRegion } from '../openRegions.js';

export class CallPaths {
  private readonly children = new Map<string, number>();
  private readonly known = new WeakMap<OpenRegion, number>();

  constructor(private readonly tree: CallTree) {
    const { size, parent, region, site } = tree;
    for (let node = 0; node < size; node++) {
      const above = parent[node] ?? absent(node);
      const key = keyOf(above, region[node] ?? absent(node), site[node] ?? absent(node));
      if (!this.children.has(key)) this.children.set(key, node);
    }
  }

  /**
   * The call path of a call that is open; NO_INDEX where the call tree does not have it.
   * @param callerOf the call path that an outermost call stands under: -1 at a root, NO_INDEX where it is not known
   */
  nodeOf(call: OpenRegion, callerOf: (outermost: OpenRegion) => number): number {
    const unknown: OpenRegion[] = [];
    let at: OpenRegion | undefined = call;
    for (; at !== undefined && !this.known.has(at); at = at.around) unknown.push(at);
    let parent = at === undefined ? NO_INDEX : (this.known.get(at) ?? NO_INDEX);
    for (const next of unknown.reverse()) {
      const above = next.around === undefined ? callerOf(next) : parent;
      const node = above === NO_INDEX ? NO_INDEX : this.children.get(keyOf(above, next.region, next.site));
      parent = node ?? NO_INDEX;
      this.known.set(next, parent);
    }
    return parent;
  }

  /**
   * What an outermost call stands under, from a call path that its location was at about then (-1: not known): threads of a
   * team begin below the call path of its fork, which they do not enter themselves.
   */
  callerNear({ region, site }: OpenRegion, near: number): number {
    const { parent, region: regions, site: sites } = this.tree;
    let caller: number | undefined;
    for (let node = near; node >= 0; node = parent[node] ?? absent(node))
      if (regions[node] === region && sites[node] === site) caller = parent[node] ?? absent(node);
    if (caller !== undefined) return caller;
    return this.children.has(keyOf(-1, region, site)) ? -1 : NO_INDEX;
  }
}

const keyOf = (parent: number, region: number, site: number): string => `${parent} ${region} ${site}`;
