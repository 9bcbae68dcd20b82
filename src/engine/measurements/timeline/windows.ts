/** Windows of time that follow one another, and what intervals have of each. */
import { absent } from '../../../base/elements.js';

/** Windows that follow one another. */
export interface Windows {
  readonly from: number;
  readonly width: number;
  readonly count: number;
}

/**
 * Adds to each window what it has of an interval.
 * @param sums value `value` of window `w` at `w * values + value`
 * @param weight what of its time counts
 */
export function addInterval(
  sums: Float64Array,
  { from, width, count }: Windows,
  begin: number,
  end: number,
  values = 1,
  value = 0,
  weight = 1,
): void {
  if (!(width > 0)) return;
  const first = Math.max(0, Math.floor((begin - from) / width));
  const last = Math.min(count - 1, Math.floor((end - from) / width));
  for (let window = first; window <= last; window++) {
    const inside = Math.min(end, from + (window + 1) * width) - Math.max(begin, from + window * width);
    const at = window * values + value;
    if (inside > 0) sums[at] = (sums[at] ?? absent(at)) + inside * weight;
  }
}
