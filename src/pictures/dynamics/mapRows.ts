/** Values of iterations and locations as the rows and columns of a picture: ordered, and brought together where they are many. */
import { elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';
import type { MetricUnit } from '../../model/performanceSpace.js';

/** Values by location and by column of iterations, as an experiment answers `series`. */
export interface ValueMap {
  /** Of the values: `seconds`, or that of a counter. */
  readonly unit: MetricUnit;
  readonly iterations: number;
  /** Columns. Column `c` is iterations `first[c]` up to `first[c + 1]`, which is not contained. */
  readonly bins: number;
  readonly first: ArrayLike<number>;
  /** By row. */
  readonly location: ArrayLike<number>;
  /** Of row `r` and column `c` at `r * bins + c`: the mean of an iteration, and the largest one. */
  readonly mean: Float32Array;
  readonly largest: Float32Array;
}

export const rowOrders = ['number', 'cluster'] as const;
export type RowOrder = (typeof rowOrders)[number];
/** Value of a pixel from its iterations and locations. */
export const pixelValues = ['mean', 'largest'] as const;
export type PixelValue = (typeof pixelValues)[number];

/** Rows and columns as they are drawn. */
export interface DrawnRows {
  /** By drawn row: the rows of the map that are in it. */
  readonly rows: readonly (readonly number[])[];
  /** Of drawn row `r` and column `c` at `r * bins + c`. */
  readonly value: Float32Array;
  /** Values of the lowest and the highest color: of 100 values 5 are less, and 5 more. */
  readonly low: number;
  readonly high: number;
}

/**
 * @param clusterOf the number of the cluster that a location changes with; undefined where it is in none
 * @param most rows that are drawn at most
 */
export function drawnRows(
  map: ValueMap,
  order: RowOrder,
  pixel: PixelValue,
  clusterOf: (location: number) => number | undefined,
  most: number,
): DrawnRows {
  const all = Array.from({ length: map.location.length }, (_, row) => row);
  const place = (row: number): number => elementAt(map.location, row);
  const cluster = (row: number): number => clusterOf(place(row)) ?? Number.MAX_SAFE_INTEGER;
  if (order === 'cluster') all.sort((one, other) => cluster(one) - cluster(other) || place(one) - place(other));
  const count = Math.min(Math.max(1, most), all.length);
  const rows = Array.from({ length: count }, (_, at) =>
    all.slice(Math.floor((at * all.length) / count), Math.floor(((at + 1) * all.length) / count)),
  );
  const value = new Float32Array(rows.length * map.bins);
  for (const [at, own] of rows.entries()) value.set(combined(map, own, pixel), at * map.bins);
  const known = Float64Array.from(value.filter((one) => Number.isFinite(one)));
  const [low = 0, high = 0] = known.length === 0 ? [] : quantiles(known, [0.05, 0.95]);
  return { rows, value, low, high };
}

/** Returns values of some rows by column: the mean, or the maximum of all; NaN if there are none. */
export function combined({ bins, mean, largest }: ValueMap, rows: readonly number[], pixel: PixelValue): Float32Array {
  const values = new Float32Array(bins).fill(rows.length === 0 ? Number.NaN : pixel === 'mean' ? 0 : -Infinity);
  for (const row of rows) {
    const own = (pixel === 'mean' ? mean : largest).subarray(row * bins, (row + 1) * bins);
    for (let bin = 0; bin < bins; bin++) {
      const [value = Number.NaN, before = Number.NaN] = [own[bin], values[bin]];
      values[bin] = pixel === 'mean' ? before + value / rows.length : Math.max(before, value);
    }
  }
  return values;
}

/** The column that an iteration is in. */
export function binOf({ first, bins }: Pick<ValueMap, 'first' | 'bins'>, iteration: number): number {
  let [low, high] = [0, bins - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((first[middle] ?? Number.POSITIVE_INFINITY) <= iteration) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Consecutive stretches of drawn rows that hold any of some locations. */
export function stretchesOf(
  { rows }: Pick<DrawnRows, 'rows'>,
  map: Pick<ValueMap, 'location'>,
  locations: ReadonlySet<number>,
): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, own] of rows.entries()) {
    if (!own.some((row) => locations.has(elementAt(map.location, row)))) continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}
