/** What locations spent their time on in windows of time, from the blocks of their timeline. */
import { absent } from '../../../base/elements.js';
import { TIME_CLASSES, type TimelineBlocks } from '../../../model/timeline.js';
import type { Windows } from './windows.js';

const CLASSES = TIME_CLASSES.length;

/** Values of a window: seconds of all classes, then waiting, then on the critical path. */
export const VALUES = CLASSES + 2;
export const WAITING = CLASSES;
export const PATH = CLASSES + 1;

/**
 * Seconds that a location spent between moments that follow each other: for window `w`, from `from + w * width` on, those
 * from `w * VALUES` on. Exact where a moment is the begin of a block; time within a block is taken to pass evenly.
 */
export function secondsOfWindows(blocks: TimelineBlocks, location: number, windows: Windows): Float64Array {
  const { seconds, waiting, path } = blocks;
  return differences(blocks, location, windows, VALUES, (row, value) => {
    if (value < CLASSES) return seconds[row * CLASSES + value] ?? absent(row);
    return (value === WAITING ? waiting : path)[row] ?? absent(row);
  });
}

/**
 * By how much sums grow in windows that follow one another.
 * @param values how many sums there are
 * @param sum one of them, until a row of the blocks begins
 */
export function differences(
  { first: firsts, start }: Pick<TimelineBlocks, 'first' | 'start'>,
  location: number,
  { from, width, count }: Windows,
  values: number,
  sum: (row: number, value: number) => number,
): Float64Array {
  const grown = new Float64Array(count * values);
  const first = firsts[location] ?? absent(location);
  const end = firsts[location + 1] ?? absent(location);
  if (first === end) return grown;
  const before = new Float64Array(values);
  const until = new Float64Array(values);
  let row = sumsAt({ start, first, end }, first, from, before, sum);
  for (let window = 0; window < count; window++) {
    row = sumsAt({ start, first, end }, row, from + (window + 1) * width, until, sum);
    for (let value = 0; value < values; value++)
      grown[window * values + value] = (until[value] ?? absent(value)) - (before[value] ?? absent(value));
    before.set(until);
  }
  return grown;
}

/** Rows of a location: when they begin, its first one, and the one behind its last. */
interface OwnRows {
  readonly start: Float64Array;
  readonly first: number;
  readonly end: number;
}

/**
 * Sums until a moment.
 * @param since a row that has begun at the moment, or the first
 * @returns the last row that has begun
 */
function sumsAt(
  { start, first, end }: OwnRows,
  since: number,
  time: number,
  sums: Float64Array,
  sum: (row: number, value: number) => number,
): number {
  const row = rowAt(start, since, end - 1, time);
  const begin = start[row] ?? absent(row);
  if (row === first && time <= begin) {
    sums.fill(0);
    return row;
  }
  const next = Math.min(row + 1, end - 1);
  const length = (start[next] ?? absent(next)) - begin;
  const share = length > 0 ? Math.min(1, (time - begin) / length) : 0;
  for (let value = 0; value < sums.length; value++) {
    const known = sum(row, value);
    sums[value] = known + share * (sum(next, value) - known);
  }
  return row;
}

/** The last row from `low` to `high` that has begun at a moment; `low` where none has. Near by first, then by halves. */
export function rowAt(start: Float64Array, low: number, high: number, time: number): number {
  let step = 1;
  let from = low;
  while (from + step <= high && (start[from + step] ?? absent(step)) <= time) {
    from += step;
    step *= 2;
  }
  let to = Math.min(from + step, high + 1);
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((start[middle] ?? absent(middle)) <= time) from = middle;
    else to = middle;
  }
  return from;
}
