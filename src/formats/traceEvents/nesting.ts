/** Call paths of the durations of a thread: what begins while another one lasts was called by it. */
import { absent } from '../../base/elements.js';
import { type Durations, Kind } from './columns.js';

/** Overlaps below this, and below a tenth of the duration, are what rounding left. Microseconds. */
const ROUNDING = 2;
const SMALL_PART = 0.1;
/** Durations are divided so many times as there are, and some more. */
const MOST_DIVIDED = 4;

/** A duration, or the rest of one that lasts longer than its caller. */
export interface Slice {
  /** Number of the duration. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  readonly isRest: boolean;
}

/** Receives the slices. */
export interface SliceVisitor<Path> {
  /** @param above the path of the caller; undefined at a root */
  readonly enter: (slice: Slice, above: Path | undefined) => Path;
}

interface Open<Path> {
  readonly end: number;
  readonly path: Path;
  /** Slices that continue when it ends. */
  readonly rests: Slice[];
}

/**
 * Enters all durations, callers first. One that ends after its caller is divided: the rest continues below the caller's
 * caller.
 * @returns how many ended after their callers
 */
export function nest<Path>(durations: Durations, visitor: SliceVisitor<Path>): number {
  const order = orderOf(durations);
  const open: Open<Path>[] = [];
  let [overlapping, divided] = [0, 0];
  const mostDivided = MOST_DIVIDED * order.length + 100;
  const enter = (slice: Slice): void => {
    const top = open.at(-1);
    if (top === undefined || slice.end <= top.end) {
      open.push({ end: slice.end, path: visitor.enter(slice, top?.path), rests: [] });
      return;
    }
    const rest = slice.end - top.end;
    if (!slice.isRest && !isRounding(rest, slice)) overlapping++;
    const first = { ...slice, end: top.end, duration: Math.max(0, slice.duration - rest) };
    if (!isRounding(rest, slice) && divided++ < mostDivided)
      top.rests.push({ ...slice, start: top.end, duration: rest, isRest: true });
    open.push({ end: top.end, path: visitor.enter(first, top.path), rests: [] });
  };
  /** Ends what ends before a slice begins, and continues the rests of what was ended. */
  const leave = (before: Slice | undefined): void => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (before !== undefined && !isOver(top.end, before)) return;
      for (const rest of endedWith(open, top)) enter(rest);
    }
  };
  for (const number of order) {
    const [start, duration] = [durations.start[number] ?? 0, durations.duration[number] ?? 0];
    const slice = { number, start, end: start + duration, duration, isRest: false };
    leave(slice);
    enter(slice);
  }
  leave(undefined);
  return overlapping;
}

/** Ends the innermost one and those that end with it. @returns what continues behind them, the longest first */
function endedWith<Path>(open: Open<Path>[], innermost: Open<Path>): readonly Slice[] {
  let rests: Slice[] = [];
  for (let top = open.at(-1); top !== undefined && top.end <= innermost.end; top = open.at(-1)) {
    open.pop();
    rests = rests.length === 0 ? top.rests : rests.concat(top.rests);
  }
  return rests.sort((a, b) => b.end - a.end || a.number - b.number);
}

const isRounding = (overlap: number, { duration }: Slice): boolean =>
  overlap <= ROUNDING && overlap <= SMALL_PART * duration;

/** Whether something ends before a slice begins, but for rounding. */
const isOver = (end: number, slice: Slice): boolean =>
  end <= slice.start || (slice.end > end && isRounding(end - slice.start, slice));

/** Durations by their begin, the longest of one begin first. */
function orderOf({ count, kind, start, duration }: Durations): Uint32Array {
  const order = new Uint32Array(count);
  let found = 0;
  for (let i = 0; i < count; i++) if (kind[i] === Kind.complete) order[found++] = i;
  const at = (column: Float64Array, index: number): number => column[index] ?? absent(index);
  return order
    .subarray(0, found)
    .sort((a, b) => at(start, a) - at(start, b) || at(duration, b) - at(duration, a) || a - b);
}
