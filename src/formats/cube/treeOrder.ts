/** The orders in which CUBE numbers the rows of a metric. */
import { addAt, elementAt } from '../../base/elements.js';

/**
 * The nodes in the order of inclusive metrics: a root, then for each node, visited depth first, all its children in
 * one stretch.
 * @param parent index of each node's parent, -1 at a root; nodes before their children, subtrees in one stretch
 */
export function wideOrder(parent: Int32Array): Uint32Array {
  const children = childrenOf(parent);
  const order = new Uint32Array(parent.length);
  let count = 0;
  for (const [node, above] of parent.entries()) {
    // Nodes are already in depth-first order, so this loop is the traversal.
    if (above < 0) order[count++] = node;
    const below = childrenAt(children, node);
    order.set(below, count);
    count += below.length;
  }
  return order;
}

/**
 * The nodes depth first, children in order of their index: the order of exclusive metrics.
 * @param parent index of each node's parent, -1 at a root; always smaller than the node's own
 */
export function deepOrder(parent: Int32Array): Uint32Array {
  const children = childrenOf(parent);
  const order = new Uint32Array(parent.length);
  const open: number[] = [];
  for (const [node, above] of parent.entries()) if (above < 0) open.push(node);
  open.reverse();
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    order[count++] = node;
    for (const child of childrenAt(children, node).reverse()) open.push(child);
  }
  return order;
}

/** The children of node n, by index: `nodes` from `start[n]` to before `start[n + 1]`. */
interface Children {
  readonly start: Uint32Array;
  readonly nodes: Uint32Array;
}

const childrenAt = ({ start, nodes }: Children, node: number): Uint32Array => nodes.slice(start[node], start[node + 1]);

function childrenOf(parent: Int32Array): Children {
  const start = new Uint32Array(parent.length + 1);
  for (const at of parent) if (at >= 0) addAt(start, at + 1, 1);
  for (let node = 0; node < parent.length; node++) addAt(start, node + 1, elementAt(start, node));
  const next = start.slice();
  const nodes = new Uint32Array(parent.length);
  for (const [node, above] of parent.entries()) {
    if (above < 0) continue;
    nodes[elementAt(next, above)] = node;
    addAt(next, above, 1);
  }
  return { start, nodes };
}
