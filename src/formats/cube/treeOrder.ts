/** The orders in which CUBE numbers the rows of a metric. */

/**
 * The nodes in the order of inclusive metrics: a root, then for each node, visited depth first, all its children in
 * one stretch.
 * @param parent index of each node's parent, -1 at a root; nodes before their children, subtrees in one stretch
 */
export function wideOrder(parent: Int32Array): Uint32Array {
  const children = childrenOf(parent);
  const order = new Uint32Array(parent.length);
  let count = 0;
  for (let node = 0; node < parent.length; node++) {
    // Nodes stand depth first already, so this loop is the visit.
    if (parent[node] < 0) order[count++] = node;
    for (let i = children.start[node]; i < children.start[node + 1]; i++) order[count++] = children.nodes[i];
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
  for (let node = parent.length - 1; node >= 0; node--) if (parent[node] < 0) open.push(node);
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    order[count++] = node;
    for (let i = children.start[node + 1] - 1; i >= children.start[node]; i--) open.push(children.nodes[i]);
  }
  return order;
}

/** The children of node n, by index: `nodes` from `start[n]` to before `start[n + 1]`. */
function childrenOf(parent: Int32Array): { start: Uint32Array; nodes: Uint32Array } {
  const start = new Uint32Array(parent.length + 1);
  for (const at of parent) if (at >= 0) start[at + 1]++;
  for (let node = 0; node < parent.length; node++) start[node + 1] += start[node];
  const next = start.slice();
  const nodes = new Uint32Array(parent.length);
  for (let node = 0; node < parent.length; node++) if (parent[node] >= 0) nodes[next[parent[node]]++] = node;
  return { start, nodes };
}
