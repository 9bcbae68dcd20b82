/** Call paths of one run in another one. */
import type { TracedComparison } from './compare.js';

/**
 * For each call path of a run that of another one, by their comparison; -1 where it has none.
 * @param own the identifier of the run @param other that of the other one
 */
export function matchedNodes({ ownPaths }: Pick<TracedComparison, 'ownPaths'>, own: string, other: string): number[] {
  const nodes: number[] = [];
  const others = ownPaths.get(other);
  for (const [row, node] of ownPaths.get(own)?.entries() ?? []) {
    if (node < 0) continue;
    while (nodes.length <= node) nodes.push(-1);
    nodes[node] = others?.[row] ?? -1;
  }
  return nodes;
}
