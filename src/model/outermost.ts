import { addAt, elementAt } from '../base/elements.js';
import type { CallTree } from './callTree.js';
import { walkCalls } from './callWalk.js';

const known = new WeakMap<CallTree, Uint8Array>();

/** Whether no call of the same region is above a node. All nodes are looked at once, in time that follows their number. */
export function isOutermost(node: number, tree: CallTree): boolean {
  let flags = known.get(tree);
  if (flags === undefined) known.set(tree, (flags = outermost(tree)));
  return elementAt(flags, node) === 1;
}

/** 1 by node that no call of the same region is above: the tree is walked with the regions that are open. */
function outermost(tree: CallTree): Uint8Array {
  const { size, region } = tree;
  const flags = new Uint8Array(size);
  const open = new Uint32Array(region.reduce((most, one) => Math.max(most, one), 0) + 1);
  walkCalls(tree, {
    enter: (node) => {
      const called = elementAt(region, node);
      flags[node] = elementAt(open, called) === 0 ? 1 : 0;
      addAt(open, called, 1);
    },
    leave: (node) => addAt(open, elementAt(region, node), -1),
  });
  return flags;
}
