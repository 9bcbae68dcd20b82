import { absent, elementAt } from '../../base/elements.js';
import { counterMetrics, type SeriesTable } from '../../model/dynamics/series.js';
import { repaired } from './missing.js';

/** One metric at one call path: the unit that is judged together, with its ranks side by side. */
export interface Context {
  readonly metric: string;
  readonly node: number;
  /** Locations with values; all others are zero in all iterations. */
  readonly locations: readonly number[];
  readonly rows: readonly Float64Array[];
  /** Seconds of all rows. */
  readonly total: number;
}

/**
 * Returns metrics of times at call paths, in the order of the table; rows of which more than a quarter is missing are
 * omitted.
 */
export function contextsOf(table: SeriesTable): Context[] {
  const rows = new Map<string, number[]>();
  const counters = counterMetrics(table);
  for (let row = 0; row < table.node.length; row++) {
    if (counters.has(elementAt(table.metric, row))) continue;
    const key = `${elementAt(table.metric, row)} ${elementAt(table.node, row)}`;
    const found = rows.get(key);
    if (found === undefined) rows.set(key, [row]);
    else found.push(row);
  }
  return [...rows.values()].map((members) => contextOf(table, members));
}

function contextOf(table: SeriesTable, members: readonly number[]): Context {
  const { count, value } = table;
  const first = elementAt(members, 0);
  const locations: number[] = [];
  const rows: Float64Array[] = [];
  let total = 0;
  for (const row of members) {
    const { values, missing } = repaired(value.subarray(row * count, (row + 1) * count));
    if (missing > count / 4) continue;
    locations.push(elementAt(table.location, row));
    rows.push(values);
    for (let i = 0; i < count; i++) total += values[i] ?? absent(i);
  }
  return {
    ...{ locations, rows, total },
    metric: table.metrics[elementAt(table.metric, first)] ?? absent(first),
    node: elementAt(table.node, first),
  };
}

/** The sum of series, divided by a number. */
export function meanOf(rows: readonly Float64Array[], divisor: number): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? absent(i)) + (row[i] ?? absent(i));
  return mean.map((sum) => sum / divisor);
}
