/** What locations spent their time on in windows of time, from the blocks of their timeline. */
import { absent } from '../../../base/elements.js';
import { TIME_CLASSES, type TimelineBlocks } from '../../../model/timeline.js';

const CLASSES = TIME_CLASSES.length;

/** Values of a window: seconds of all classes, then waiting, then on the critical path. */
export const VALUES = CLASSES + 2;
export const WAITING = CLASSES;
export const PATH = CLASSES + 1;

/** Windows that follow one another. */
export interface Windows {
  readonly from: number;
  readonly width: number;
  readonly count: number;
}

/**
 * Seconds that a location spent between moments that follow each other: for window `w`, from `from + w * width` on, those
 * from `w * VALUES` on. Exact where a moment is the begin of a block; time within a block is taken to pass evenly.
 */
export function secondsOfWindows(
  blocks: TimelineBlocks,
  location: number,
  { from, width, count }: Windows,
): Float64Array {
  const seconds = new Float64Array(count * VALUES);
  const first = blocks.first[location] ?? absent(location);
  const end = blocks.first[location + 1] ?? absent(location);
  if (first === end) return seconds;
  const before = new Float64Array(VALUES);
  const until = new Float64Array(VALUES);
  let row = valuesAt(blocks, first, end, first, from, before);
  for (let window = 0; window < count; window++) {
    row = valuesAt(blocks, first, end, row, from + (window + 1) * width, until);
    for (let value = 0; value < VALUES; value++) {
      const gained = (until[value] ?? absent(value)) - (before[value] ?? absent(value));
      seconds[window * VALUES + value] = gained;
    }
    before.set(until);
  }
  return seconds;
}

/**
 * Seconds until a moment.
 * @param first row of the location, @param end behind its last, @param since one that has begun at the moment, or the first
 * @returns the last row that has begun
 */
function valuesAt(
  blocks: TimelineBlocks,
  first: number,
  end: number,
  since: number,
  time: number,
  values: Float64Array,
): number {
  const { start } = blocks;
  const row = rowAt(start, since, end - 1, time);
  const begin = start[row] ?? absent(row);
  if (row === first && time <= begin) {
    values.fill(0);
    return row;
  }
  const next = Math.min(row + 1, end - 1);
  const length = (start[next] ?? absent(next)) - begin;
  const share = length > 0 ? Math.min(1, (time - begin) / length) : 0;
  const between = (column: Float64Array, width: number, at: number): number => {
    const known = column[row * width + at] ?? absent(row);
    return known + share * ((column[next * width + at] ?? absent(next)) - known);
  };
  for (let each = 0; each < CLASSES; each++) values[each] = between(blocks.seconds, CLASSES, each);
  values[WAITING] = between(blocks.waiting, 1, 0);
  values[PATH] = between(blocks.path, 1, 0);
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
