/** Time of locations by class in windows of time, from the blocks of their timeline. */
import { absent } from '../../../base/elements.js';
import { TIME_CLASSES, type TimelineBlocks } from '../../../model/timeline.js';
import type { Windows } from './windows.js';

const CLASSES = TIME_CLASSES.length;

/** Values of a window: seconds of all classes, then waiting, then on the critical path. */
export const VALUES = CLASSES + 2;
export const WAITING = CLASSES;
export const PATH = CLASSES + 1;

/**
 * Returns the seconds of a location between successive times: window `w` starts at `from + w * width`, and its values
 * at `w * VALUES`. Exact if a time is the start of a block; time within a block is assumed to be spread evenly.
 * @param into output array, for callers that process many locations; a new array if omitted
 */
export function secondsOfWindows(
  blocks: TimelineBlocks,
  location: number,
  windows: Windows,
  into: Float64Array = new Float64Array(windows.count * VALUES),
): Float64Array {
  const { seconds, waiting, path } = blocks;
  const sumsAt: SumsAt = (row, next, share, sums) => {
    const [from, to] = [row * CLASSES, next * CLASSES];
    for (let each = 0; each < CLASSES; each++)
      sums[each] = between(seconds[from + each] ?? absent(row), seconds[to + each] ?? absent(next), share);
    sums[WAITING] = between(waiting[row] ?? absent(row), waiting[next] ?? absent(next), share);
    sums[PATH] = between(path[row] ?? absent(row), path[next] ?? absent(next), share);
  };
  return differences(blocks, location, windows, VALUES, sumsAt, into);
}

const between = (from: number, to: number, share: number): number => from + share * (to - from);

/** Writes sums at a moment: those until a row of the blocks begins, and a share of what they grow by until the next one. */
type SumsAt = (row: number, next: number, share: number, sums: Float64Array) => void;

/** Sums of which single ones are known by row. @param sum until a row begins */
export const sumsOf =
  (sum: (row: number, value: number) => number): SumsAt =>
  (row, next, share, sums) => {
    for (let value = 0; value < sums.length; value++) sums[value] = between(sum(row, value), sum(next, value), share);
  };

/**
 * By how much sums grow in windows that follow one another.
 * @param values how many sums there are
 * @param into as for `secondsOfWindows`
 */
export function differences(
  { first: firsts, start }: Pick<TimelineBlocks, 'first' | 'start'>,
  location: number,
  { from, width, count }: Windows,
  values: number,
  sumsAt: SumsAt,
  into: Float64Array = new Float64Array(count * values),
): Float64Array {
  const first = firsts[location] ?? absent(location);
  const end = firsts[location + 1] ?? absent(location);
  if (first === end) return into.fill(0, 0, count * values);
  const own = { start, first, end };
  let before: Float64Array = new Float64Array(values);
  let until: Float64Array = new Float64Array(values);
  let row = write(own, first, from, before, sumsAt);
  for (let window = 0; window < count;) {
    row = write(own, row, from + (window + 1) * width, until, sumsAt);
    putGrowth(into, window, 1, before, until);
    [before, until] = [until, before];
    window++;
    const same = Math.min(count - window, endsLeft(own, row, from + window * width, width));
    if (same < 2) continue;
    row = write(own, row, from + (window + same) * width, until, sumsAt);
    putGrowth(into, window, same, before, until);
    [before, until] = [until, before];
    window += same;
  }
  return into;
}

/** Writes by how much sums grow in windows from one on, which have the same share of it. */
function putGrowth(into: Float64Array, window: number, same: number, before: Float64Array, until: Float64Array): void {
  const values = before.length;
  for (let value = 0; value < values; value++) {
    const each = ((until[value] ?? absent(value)) - (before[value] ?? absent(value))) / same;
    for (let next = window; next < window + same; next++) into[next * values + value] = each;
  }
}

/** How many more windows end in a block, behind a moment in it; all of them behind the last block, and those before the first. */
function endsLeft({ start, first, end }: OwnRows, row: number, time: number, width: number): number {
  const begin = start[row] ?? absent(row);
  if (row === end - 1 && time >= begin) return Number.MAX_SAFE_INTEGER;
  const next = row === first && time < begin ? begin : (start[row + 1] ?? absent(row));
  return width > 0 ? Math.max(0, Math.floor((next - time) / width)) : 0;
}

/** Rows of a location: when they begin, its first one, and the one behind its last. */
interface OwnRows {
  readonly start: Float64Array;
  readonly first: number;
  readonly end: number;
}

/**
 * Writes the sums until a moment.
 * @param since a row that has begun at the moment, or the first
 * @returns the last row that has begun
 */
function write(
  { start, first, end }: OwnRows,
  since: number,
  time: number,
  sums: Float64Array,
  sumsAt: SumsAt,
): number {
  const row = rowAt(start, since, end - 1, time);
  const begin = start[row] ?? absent(row);
  if (row === first && time <= begin) {
    sums.fill(0);
    return row;
  }
  const next = Math.min(row + 1, end - 1);
  const length = (start[next] ?? absent(next)) - begin;
  sumsAt(row, next, length > 0 ? Math.min(1, (time - begin) / length) : 0, sums);
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
