import { absent } from '../../../base/elements.js';

/** Intervals of time of locations; seconds since the start of the trace. */
export interface Spans {
  readonly length: number;
  readonly location: ArrayLike<number>;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/**
 * Returns the accumulated time of each location in some of its intervals up to each of its blocks. Time before its
 * first event or after its last is moved to these events, so that sums are preserved; with `isCut` it is excluded.
 * @param first by location, index of its first block
 * @param start when blocks begin, ascending within a location
 * @param counts whether an interval counts; all do if omitted
 */
export function secondsUntil(
  { first, start }: { readonly first: Uint32Array; readonly start: Float64Array },
  { length, location, from, to }: Spans,
  isCut: boolean,
  counts: (row: number) => boolean = () => true,
): Float64Array {
  const sums = new Float64Array(start.length);
  for (let row = 0; row < length; row++) {
    if (!counts(row)) continue;
    const own = location[row] ?? absent(row);
    const begin = first[own] ?? absent(own);
    const last = (first[own + 1] ?? absent(own)) - 1;
    if (last < begin) continue;
    const end = start[last] ?? absent(last);
    let at = from[row] ?? absent(row);
    let until = to[row] ?? absent(row);
    if (isCut) {
      at = Math.max(at, start[begin] ?? absent(begin));
      until = Math.min(until, end);
    }
    let block = lastBlock(start, begin, last, at);
    for (; block + 1 < last && (start[block + 1] ?? absent(block)) < until; block++) {
      const next = start[block + 1] ?? absent(block);
      sums[block + 1] = (sums[block + 1] ?? absent(block)) + next - at;
      at = next;
    }
    const behind = Math.min(block + 1, last);
    if (until > at) sums[behind] = (sums[behind] ?? absent(behind)) + until - at;
  }
  for (let own = 0; own + 1 < first.length; own++)
    for (let row = (first[own] ?? absent(own)) + 1; row < (first[own + 1] ?? absent(own)); row++)
      sums[row] = (sums[row] ?? absent(row)) + (sums[row - 1] ?? absent(row));
  return sums;
}

/** The last of the blocks from `first` to `last` that has begun at a moment; the first one where none has. */
export function lastBlock(start: Float64Array, first: number, last: number, time: number): number {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((start[middle] ?? absent(middle)) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
