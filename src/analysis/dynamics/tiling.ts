import { absent, elementAt } from '../../base/elements.js';
import type { IntervalTree } from './intervalTree.js';
import { SCALES_PER_OCTAVE } from './scaleSpace.js';

/**
 * Returns the nodes, from left to right, that cut the series into the pieces with the largest sum of length times
 * stability. No node is split into pieces that noise alone could produce (dynamics.md, 3.4).
 * @param least significance of a piece that noise does not make
 */
export function tilingOf(tree: IntervalTree, least: number): number[] {
  const { size, from, to, high, low, children, firstChild } = tree;
  const best = new Float64Array(size);
  const isSplit = new Uint8Array(size);
  // Children follow their parents.
  for (let node = size - 1; node >= 0; node--) {
    const length = (to[node] ?? absent(node)) - (from[node] ?? absent(node));
    const own = (length * ((high[node] ?? absent(node)) - (low[node] ?? absent(node)) + 1)) / SCALES_PER_OCTAVE;
    const first = firstChild[node] ?? absent(node);
    const end = first + (children[node] ?? absent(node));
    let total = 0;
    let isDeeper = false;
    for (let child = first; child < end; child++) {
      total += best[child] ?? absent(child);
      if (isSplit[child] === 1) isDeeper = true;
    }
    const replaces = end > first && own < total && (isDeeper || isWorthIt(tree, node, least));
    best[node] = replaces ? total : own;
    isSplit[node] = replaces ? 1 : 0;
  }
  return leavesOf(tree, isSplit);
}

/** Whether a child that shares no border with its node, or any child where all do, is more than noise. */
function isWorthIt(tree: IntervalTree, node: number, least: number): boolean {
  const { left, right, firstChild, children, significance } = tree;
  const first = firstChild[node] ?? absent(node);
  const end = first + (children[node] ?? absent(node));
  let hasInner = false;
  let isBorderOneSignificant = false;
  for (let child = first; child < end; child++) {
    const isInner = left[child] !== left[node] && right[child] !== right[node];
    const isSignificant = (significance[child] ?? absent(child)) >= least;
    if (isInner && isSignificant) return true;
    if (isInner) hasInner = true;
    else if (isSignificant) isBorderOneSignificant = true;
  }
  return !hasInner && isBorderOneSignificant;
}

function leavesOf({ size, parent, firstChild, children }: IntervalTree, isSplit: Uint8Array): number[] {
  const leaves: number[] = [];
  const pending: number[] = [];
  for (let node = size - 1; node >= 0; node--) if (parent[node] === -1) pending.push(node);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isSplit[node] !== 1) leaves.push(node);
    else for (let i = elementAt(children, node) - 1; i >= 0; i--) pending.push(elementAt(firstChild, node) + i);
  }
  return leaves;
}
