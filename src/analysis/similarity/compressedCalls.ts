import { addAt, elementAt } from '../../base/elements.js';
import type { CompressedCalls } from '../../model/dynamics/similar.js';
import type { CompressedCallGraph, WeakCallGraph } from './callGraph.js';

/** Returns the compression of all calls with equal ones stored once. @param callPaths of the run's call tree */
export function compressedCalls(
  { classes, counts, seconds: sums, calls, tolerance }: CompressedCallGraph,
  { size }: WeakCallGraph,
  callPaths: number,
): CompressedCalls {
  const zeros = () => new Float64Array(callPaths);
  const [number, variants, seconds] = [zeros(), zeros(), zeros()];
  for (const [at, { node }] of classes.entries()) {
    addAt(number, node, elementAt(counts, at));
    addAt(variants, node, 1);
    addAt(seconds, node, elementAt(sums, at));
  }
  const paths = Array.from(number, (own, node) => ({
    ...{ node, calls: own },
    ...{ variants: elementAt(variants, node), seconds: elementAt(seconds, node) },
  }));
  return {
    ...{ calls, tolerance },
    nodes: { strong: classes.length, weak: size },
    paths: paths.filter((path) => path.calls > 0).sort((a, b) => b.calls - a.calls || a.node - b.node),
  };
}
