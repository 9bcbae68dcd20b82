/** Waits by iteration: each in the one in which the operation that waits was entered. */
import { absent, addAt } from '../../../base/elements.js';
import type { LoggedWaits } from '../../trace/timeline/index.js';
import type { SeriesRows } from './rows.js';

/** Minimum share of the total time in findings. */
const LEAST = 0.0005;

/**
 * @param starts by location: when iterations begin, and when the last one ends; empty where there are none
 * @param most series of one location
 * @param rows where they are added
 */
export function addWaits(
  { table, properties }: LoggedWaits,
  starts: readonly Float64Array[],
  { totalTime, most }: { readonly totalTime: number; readonly most: number },
  rows: SeriesRows,
): void {
  const { property, node, location, enter, seconds } = table.columns;
  const keyOf = (row: number): string => `${property[row] ?? absent(row)} ${node[row] ?? absent(row)}`;
  const totals = new Map<string, number>();
  for (let row = 0; row < table.length; row++)
    totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + (seconds[row] ?? absent(row)));
  const kept = [...totals]
    .filter(([, sum]) => sum >= LEAST * totalTime)
    .sort(([, left], [, right]) => right - left)
    .slice(0, most);
  const sums = new Map<string, Map<number, Float64Array>>(kept.map(([key]) => [key, new Map<number, Float64Array>()]));
  for (let row = 0; row < table.length; row++) {
    const own = sums.get(keyOf(row));
    const at = location[row] ?? absent(row);
    const begins = starts[at] ?? absent(at);
    if (own === undefined || begins.length === 0) continue;
    let values = own.get(at);
    if (values === undefined) own.set(at, (values = new Float64Array(begins.length)));
    addAt(values, slotOf(begins, enter[row] ?? absent(row)), seconds[row] ?? absent(row));
  }
  for (const [key, byLocation] of sums) {
    const [metric = 0, place = 0] = key.split(' ').map(Number);
    for (const [at, values] of [...byLocation].sort(([left], [right]) => left - right))
      rows.add(properties[metric] ?? absent(metric), place, at, values);
  }
}

/** The iteration that a moment lies in; that behind the last one where it lies in none. */
function slotOf(starts: Float64Array, time: number): number {
  const outside = starts.length - 1;
  if (!(time >= (starts[0] ?? absent(0)) && time < (starts[outside] ?? absent(outside)))) return outside;
  let [low, high] = [0, outside - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? absent(middle)) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
