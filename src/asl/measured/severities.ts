import { absent, addAt } from '../../base/elements.js';
import type { PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { Many } from '../data.js';

/** Returns sums of a metric by the key that `of` returns for each of its values. */
export function sumsBy(column: SeverityColumn, count: number, of: (entry: number) => number): Float64Array {
  const sums = new Float64Array(count);
  for (let entry = 0; entry < column.value.length; entry++)
    addAt(sums, of(entry), column.value[entry] ?? absent(entry));
  return sums;
}

/** The values of a metric at each location, for rows that call paths belong to. Columns are sorted by call path. */
export class ByLocation {
  /** First entry of each row, and of none behind the last. */
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;

  /**
   * @param places by location the position of its value in those of a row, from 0 to `locations`; none: it is excluded
   */
  constructor(
    private readonly column: SeverityColumn,
    private readonly locations: number,
    rows: number,
    rowOf: (callPath: number) => number,
    private readonly places?: ReadonlyMap<number, number>,
  ) {
    const { callPath } = column;
    this.starts = new Uint32Array(rows + 1);
    for (const path of callPath) addAt(this.starts, rowOf(path) + 1, 1);
    for (let row = 0; row < rows; row++) addAt(this.starts, row + 1, this.starts[row] ?? 0);
    const next = this.starts.slice();
    this.order = new Uint32Array(callPath.length);
    callPath.forEach((path, entry) => {
      const row = rowOf(path);
      this.order[next[row] ?? absent(row)] = entry;
      addAt(next, row, 1);
    });
  }

  /** Returns values of rows; if a metric was measured, omitted values are 0. */
  of(rows: Float64Array): Many {
    const { locations } = this;
    const starts = Uint32Array.from({ length: rows.length + 1 }, (_, at) => at * locations);
    const values = new Float64Array(rows.length * locations);
    rows.forEach((row, at) => {
      if (Number.isNaN(row)) values.fill(NaN, at * locations, (at + 1) * locations);
      else
        for (let place = this.starts[row] ?? 0; place < (this.starts[row + 1] ?? 0); place++) {
          const entry = this.order[place] ?? absent(place);
          const value = this.column.value[entry] ?? absent(entry);
          const location = this.column.location[entry] ?? absent(entry);
          const slot = this.places === undefined ? location : this.places.get(location);
          if (slot !== undefined) addAt(values, at * locations + slot, value);
        }
    });
    return { starts, values };
  }
}

/** Adds the values of nodes to those that call them. Children have larger numbers than their parents. */
export function inclusive({ parent, size }: PerformanceSpace['callTree'], own: Float64Array): Float64Array {
  const sums = own.slice();
  for (let node = size - 1; node >= 0; node--) {
    const above = parent[node] ?? -1;
    if (above >= 0) addAt(sums, above, sums[node] ?? absent(node));
  }
  return sums;
}
