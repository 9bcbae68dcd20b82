/** Sums over severity columns. */
import { absent } from '../../base/elements.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';

/**
 * Returns sums by location, over marked call paths.
 * @param marks 1 by call path that counts; all of them count if omitted
 */
export function byLocation(columns: readonly SeverityColumn[], locations: number, marks?: Uint8Array): Float64Array {
  const sums = new Float64Array(locations);
  for (const { callPath, location, value } of columns)
    for (let i = 0; i < value.length; i++) {
      if (marks !== undefined && marks[callPath[i] ?? absent(i)] !== 1) continue;
      const at = location[i] ?? absent(i);
      sums[at] = (sums[at] ?? absent(at)) + (value[i] ?? absent(i));
    }
  return sums;
}

/** By call path: each location counts by its weight. */
export function byCallPath(columns: readonly SeverityColumn[], nodes: number, weight: Float64Array): Float64Array {
  const sums = new Float64Array(nodes);
  for (const { callPath, location, value } of columns)
    for (let i = 0; i < value.length; i++) {
      const node = callPath[i] ?? absent(i);
      sums[node] = (sums[node] ?? absent(node)) + (weight[location[i] ?? absent(i)] ?? 0) * (value[i] ?? absent(i));
    }
  return sums;
}

/** Of numbers by index. */
export const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, one) => total + one, 0);
