import { placesByKey } from '../../base/countingSort.js';
import { elementAt } from '../../base/elements.js';
import type { CallTree } from '../../model/callTree.js';

const known = new WeakMap<CallTree, Uint8Array>();

/** Whether no call of the same region is above a node. All nodes are looked at once, in time that follows their number. */
export function isOutermost(node: number, tree: CallTree): boolean {
  let flags = known.get(tree);
  if (flags === undefined) known.set(tree, (flags = outermost(tree)));
  return elementAt(flags, node) === 1;
}

/** 1 by node that no call of the same region is above: the tree is walked with the regions that are open. */
function outermost({ size, parent, region }: CallTree): Uint8Array {
  const flags = new Uint8Array(size);
  const callers = parent.map((above) => above + 1);
  const calls = placesByKey(callers, size + 1);
  const ends = endsOf(callers, size + 1);
  const open = new Uint32Array(region.reduce((most, one) => Math.max(most, one), 0) + 1);
  /** Nodes that are open, -1 standing for what is above the roots; and where each is in the list of what it calls. */
  const path = [-1];
  const next = Uint32Array.from(ends, (_end, key) => (key === 0 ? 0 : elementAt(ends, key - 1)));
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const place = elementAt(next, at + 1);
    if (place === elementAt(ends, at + 1)) {
      path.pop();
      if (at >= 0) open[elementAt(region, at)] = elementAt(open, elementAt(region, at)) - 1;
      continue;
    }
    next[at + 1] = place + 1;
    const node = elementAt(calls, place);
    const count = elementAt(open, elementAt(region, node));
    flags[node] = count === 0 ? 1 : 0;
    open[elementAt(region, node)] = count + 1;
    path.push(node);
  }
  return flags;
}

/** Where the entries of each key end when they are sorted by key. */
function endsOf(keys: Int32Array, count: number): Uint32Array {
  const ends = new Uint32Array(count);
  for (const key of keys) ends[key] = elementAt(ends, key) + 1;
  for (let key = 1; key < count; key++) ends[key] = elementAt(ends, key) + elementAt(ends, key - 1);
  return ends;
}
