import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { exclusive } from '../trace/severities/space.js';

/** A metric by call path, without the paths below it, over all locations; in the metric's unit. */
export function nodeTotals(space: PerformanceSpace, metric: string): Float64Array {
  const totals = new Float64Array(space.callTree.size);
  const { callPath, value } = exclusive(space, metric);
  for (let i = 0; i < value.length; i++) totals[callPath[i]] += value[i];
  return totals;
}

/** Adds to each call path what the paths below it have, in place. */
export function addBelow(totals: Float64Array, parent: Int32Array): Float64Array {
  for (let node = totals.length - 1; node >= 0; node--) if (parent[node] >= 0) totals[parent[node]] += totals[node];
  return totals;
}
