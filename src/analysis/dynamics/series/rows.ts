import { absent } from '../../../base/elements.js';
import type { SeriesTable } from '../../../model/series.js';

/** Gathers the rows of a table of series. */
export class SeriesRows {
  private readonly metrics: string[] = [];
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
    // What rounding takes stays in the sum.
    for (let i = 0; i < count; i++) outside += (values[i] ?? absent(i)) - (value[i] ?? absent(i));
    this.rows.push({ metric: this.numberOf(metric), node, location, outside, value });
  }

  table(): SeriesTable {
    const { rows, count, metrics } = this;
    const value = new Float32Array(rows.length * count);
    for (const [at, row] of rows.entries()) value.set(row.value, at * count);
    return {
      metrics,
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
