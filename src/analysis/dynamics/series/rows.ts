import { absent } from '../../../base/elements.js';
import type { CounterSeries, SeriesTable } from '../../../model/dynamics/series.js';

/** Counters of one run that have series. */
export const MOST_COUNTERS = 16;

/** By call path: its row, that of all that are not kept behind them. @param callPaths how many there are */
export function rowByPath(callPaths: number, kept: readonly number[]): Int32Array {
  const rowOf = new Int32Array(callPaths).fill(kept.length);
  for (const [row, node] of kept.entries()) rowOf[node] = row;
  return rowOf;
}

/** Gathers the rows of a table of series. */
export class SeriesRows {
  private readonly metrics: string[] = [];
  private readonly counters = new Map<string, CounterSeries>();
  private readonly rows: { metric: number; node: number; location: number; outside: number; value: Float32Array }[] =
    [];

  /** @param count iterations */
  constructor(private readonly count: number) {}

  /**
   * @param values by iteration, in 64 bits; what lies in none is last
   */
  add(metric: string, node: number, location: number, values: Float64Array): void {
    const { count } = this;
    let outside = values[count] ?? absent(count);
    if (outside === 0 && values.every((value) => value === 0)) return;
    const value = Float32Array.from(values.subarray(0, count));
    // Rounding differences are kept in the sum.
    for (let i = 0; i < count; i++) outside += (values[i] ?? absent(i)) - (value[i] ?? absent(i));
    this.rows.push({ metric: this.numberOf(metric), node, location, outside, value });
  }

  /** As `add`, of a counter. */
  addCounter(counter: CounterSeries, node: number, location: number, values: Float64Array): void {
    const { length } = this.rows;
    this.add(counter.name, node, location, values);
    if (this.rows.length > length) this.counters.set(counter.name, counter);
  }

  table(): SeriesTable {
    const { rows, count, metrics, counters } = this;
    const value = new Float32Array(rows.length * count);
    for (const [at, row] of rows.entries()) value.set(row.value, at * count);
    return {
      metrics,
      ...(counters.size === 0 ? {} : { counters: [...counters.values()] }),
      count,
      metric: Uint32Array.from(rows, ({ metric }) => metric),
      node: Uint32Array.from(rows, ({ node }) => node),
      location: Uint32Array.from(rows, ({ location }) => location),
      value,
      outside: Float64Array.from(rows, ({ outside }) => outside),
    };
  }

  private numberOf(metric: string): number {
    const known = this.metrics.indexOf(metric);
    return known >= 0 ? known : this.metrics.push(metric) - 1;
  }
}
