/** How values are spread: quartiles, mean and outliers, as box plots show them. */
import { elementAt } from './elements.js';
import { quantiles } from './quantiles.js';

export interface Spread {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
  readonly mean: number;
  /** The least and the largest value that are no outliers, or the quartiles where these are farther out. */
  readonly from: number;
  readonly to: number;
  /** Positions of values farther than 1.5 times the distance of the quartiles from these (Tukey 1977). */
  readonly outliers: readonly number[];
}

/** @throws RangeError when there are no values */
export function spreadOf(values: Float64Array): Spread {
  const [least = 0, lower = 0, median = 0, upper = 0, most = 0] = quantiles(values.slice(), [0, 0.25, 0.5, 0.75, 1]);
  const reach = 1.5 * (upper - lower);
  const outliers: number[] = [];
  let [from, to, sum] = [lower, upper, 0];
  for (let at = 0; at < values.length; at++) {
    const value = elementAt(values, at);
    sum += value;
    if (value < lower - reach || value > upper + reach) outliers.push(at);
    else [from, to] = [Math.min(from, value), Math.max(to, value)];
  }
  return { least, lower, median, upper, most, mean: sum / values.length, from, to, outliers };
}
