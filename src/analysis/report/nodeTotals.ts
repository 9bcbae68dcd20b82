import { absent, addAt, elementAt } from '../../base/elements.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { exclusive } from '../trace/severities/space.js';

/** A metric by call path, without the paths below it, over all locations; in the metric's unit. */
export function nodeTotals(space: PerformanceSpace, metric: string): Float64Array {
  const totals = new Float64Array(space.callTree.size);
  const { callPath, value } = exclusive(space, metric);
  for (let i = 0; i < value.length; i++) {
    const node = callPath[i] ?? absent(i);
    totals[node] = (totals[node] ?? absent(node)) + (value[i] ?? absent(i));
  }
  return totals;
}

/** Adds to each call path the values of the paths below it, in place; parents precede their children. */
export function addBelow(totals: Float64Array, parent: ArrayLike<number>): Float64Array {
  for (let node = totals.length - 1; node >= 0; node--) {
    const above = elementAt(parent, node);
    if (above >= 0) addAt(totals, above, elementAt(totals, node));
  }
  return totals;
}
