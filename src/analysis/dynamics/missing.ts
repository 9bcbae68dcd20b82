import { absent } from '../../base/elements.js';

/** Values by iteration, some of which may be missing. */
export type Series = Float32Array | Float64Array | readonly number[];

/**
 * A series without holes: what is not finite, or negative, is missing and takes the value before it (the first ones that of
 * the first present one). Negative values that rounding makes of a difference, up to 1e-9 of the largest one, are 0.
 */
export function repaired(series: Series): { readonly values: Float64Array; readonly missing: number } {
  const values = new Float64Array(series.length);
  const rounding = -1e-9 * largestFinite(series);
  let [missing, leading, before] = [0, 0, NaN];
  for (let i = 0; i < series.length; i++) {
    const value = series[i] ?? NaN;
    if (Number.isFinite(value) && value >= rounding) {
      if (Number.isNaN(before)) leading = i;
      before = Math.max(0, value);
    } else missing++;
    values[i] = before;
  }
  if (Number.isNaN(before)) values.fill(0);
  else values.fill(values[leading] ?? 0, 0, leading);
  return { values, missing };
}

function largestFinite(series: Series): number {
  let largest = 0;
  // Iterators of typed arrays take three times as long.
  for (let i = 0; i < series.length; i++) {
    const value = series[i] ?? absent(i);
    if (value > largest && value < Infinity) largest = value;
  }
  return largest;
}
