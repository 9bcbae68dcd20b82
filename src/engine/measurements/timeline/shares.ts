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
 * @param into where they are written, for callers that ask about many locations; a new array when left out
 */
export function secondsOfWindows(
  blocks: TimelineBlocks,
  location: number,
  { from, width, count }: Windows,
  into: Float64Array = new Float64Array(count * VALUES),
): Float64Array {
  const own = ownRows(blocks, location);
  if (own === undefined) return into.fill(0, 0, count * VALUES);
  const before = new Float64Array(VALUES);
  const until = new Float64Array(VALUES);
  let row = writeSums(blocks, own, own.first, from, before);
  for (let window = 0; window < count; window++) {
    row = writeSums(blocks, own, row, from + (window + 1) * width, until);
    const same = Math.min(count - 1 - window, boundariesLeft(own, row, from + (window + 1) * width, width));
    for (let value = 0; value < VALUES; value++) {
      const sum = until[value] ?? absent(value);
      into[window * VALUES + value] = sum - (before[value] ?? absent(value));
      before[value] = sum;
    }
    if (same < 2) continue;
    // Windows within one block have the same share of it.
    row = writeSums(blocks, own, row, from + (window + 1 + same) * width, until);
    for (let value = 0; value < VALUES; value++) {
      const sum = until[value] ?? absent(value);
      const each = (sum - (before[value] ?? absent(value))) / same;
      before[value] = sum;
      for (let next = 1; next <= same; next++) into[(window + next) * VALUES + value] = each;
    }
    window += same;
  }
  return into;
}

/** How many more ends of windows a block has behind a moment in it; all of them behind the last one or before the first one. */
function boundariesLeft({ start, first, end }: OwnRows, row: number, time: number, width: number): number {
  const begin = start[row] ?? absent(row);
  if (row === end - 1 && time >= begin) return Number.MAX_SAFE_INTEGER;
  const next = row === first && time < begin ? begin : (start[row + 1] ?? absent(row));
  return width > 0 ? Math.max(0, Math.floor((next - time) / width)) : 0;
}

/** Writes the sums of all values until a moment. @param since as for `write` @returns as for `write` */
function writeSums(
  { seconds, waiting, path }: TimelineBlocks,
  own: OwnRows,
  since: number,
  time: number,
  sums: Float64Array,
): number {
  const row = rowAt(own.start, since, own.end - 1, time);
  const begin = own.start[row] ?? absent(row);
  if (row === own.first && time <= begin) {
    sums.fill(0);
    return row;
  }
  const next = Math.min(row + 1, own.end - 1);
  const share = shareOf(begin, own.start[next] ?? absent(next), time);
  const [at, to] = [row * CLASSES, next * CLASSES];
  for (let each = 0; each < CLASSES; each++)
    sums[each] = between(seconds[at + each] ?? absent(row), seconds[to + each] ?? absent(next), share);
  sums[WAITING] = between(waiting[row] ?? absent(row), waiting[next] ?? absent(next), share);
  sums[PATH] = between(path[row] ?? absent(row), path[next] ?? absent(next), share);
  return row;
}

const between = (from: number, to: number, share: number): number => from + share * (to - from);

/** How much of a block has passed at a moment. */
const shareOf = (begin: number, end: number, time: number): number =>
  end > begin ? Math.min(1, (time - begin) / (end - begin)) : 0;

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
 */
export function differences(
  blocks: Pick<TimelineBlocks, 'first' | 'start'>,
  location: number,
  { from, width, count }: Windows,
  values: number,
  sumsAt: SumsAt,
): Float64Array {
  const grown = new Float64Array(count * values);
  const own = ownRows(blocks, location);
  if (own === undefined) return grown;
  let before: Float64Array = new Float64Array(values);
  let until: Float64Array = new Float64Array(values);
  let row = write(own, own.first, from, before, sumsAt);
  for (let window = 0; window < count; window++) {
    row = write(own, row, from + (window + 1) * width, until, sumsAt);
    for (let value = 0; value < values; value++)
      grown[window * values + value] = (until[value] ?? absent(value)) - (before[value] ?? absent(value));
    [before, until] = [until, before];
  }
  return grown;
}

/** Rows of a location: when they begin, its first one, and the one behind its last. */
interface OwnRows {
  readonly start: Float64Array;
  readonly first: number;
  readonly end: number;
}

/** Undefined where a location has none. */
function ownRows({ first, start }: Pick<TimelineBlocks, 'first' | 'start'>, location: number): OwnRows | undefined {
  const own = { start, first: first[location] ?? absent(location), end: first[location + 1] ?? absent(location) };
  return own.first === own.end ? undefined : own;
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
  sumsAt(row, next, shareOf(begin, start[next] ?? absent(next), time), sums);
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
