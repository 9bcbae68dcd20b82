import { elementAt } from '../base/elements.js';
import type { CallTree } from './callTree.js';
import { visitOutermost } from './callWalk.js';

const known = new WeakMap<CallTree, Uint8Array>();

/** Whether no call of the same region is above a node. All nodes are looked at once, in time that follows their number. */
export function isOutermost(node: number, tree: CallTree): boolean {
  let flags = known.get(tree);
  if (flags === undefined) known.set(tree, (flags = outermost(tree)));
  return elementAt(flags, node) === 1;
}

/** 1 by node that no call of the same region is above. */
function outermost(tree: CallTree): Uint8Array {
  const { size, region } = tree;
  const flags = new Uint8Array(size);
  const count = region.reduce((most, one) => Math.max(most, one), 0) + 1;
  visitOutermost(tree, { count, of: (node) => [elementAt(region, node)] }, (node) => {
    flags[node] = 1;
  });
  return flags;
}
