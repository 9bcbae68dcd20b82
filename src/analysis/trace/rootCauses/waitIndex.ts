import { absent } from '../../../base/elements.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import { originKey } from './origins.js';
import type { Timelines } from './timelines.js';
import { statesWithCosts, type WaitStateRows } from '../waits/waitStates.js';

/**
 * The wait states that have costs, in order of location and time; "position" is their place in that order. As plain
 * data.
 */
export interface WaitIndexData {
  /** First position of each location, and the number of positions. */
  readonly firstOf: Int32Array;
  /** Kind and call path of the waiting at each position, coded by `originKey`. */
  readonly origin: Int32Array;
  /** First position from each mark on, location after location, each with one more than it has marks. */
  readonly fromMark: Int32Array;
  /** Index of the first mark of each location in `fromMark`. */
  readonly firstMark: Int32Array;
  /** Seconds waited at all positions before each. */
  readonly before: Float64Array;
}

/** @param memory where it is made */
export function waitIndexOf(
  { table }: WaitStateRows,
  timelines: Timelines,
  locations: number,
  memory: Memory,
): WaitIndexData {
  const { waiter, kind, seconds } = table.columns;
  const chosen = statesWithCosts(kind, table.length, memory);
  const firstMark = firstMarks(timelines, locations, memory);
  const fromMark = memory.int32(firstMark[locations] ?? absent(locations));
  const entryOf = (mark: number): number => {
    const location = timelines.locationOf(mark);
    return (firstMark[location] ?? absent(location)) + timelines.indexOf(mark);
  };
  for (const state of chosen) {
    const at = entryOf(waiter[state] ?? absent(state));
    fromMark[at] = (fromMark[at] ?? absent(at)) + 1;
  }
  const firstOf = countsToEnds(fromMark, firstMark, memory);

  const origin = memory.int32(chosen.length);
  const before = memory.float64(chosen.length + 1);
  // Backwards, so that ends become beginnings, and those at one mark keep their order.
  for (let i = chosen.length - 1; i >= 0; i--) {
    const state = chosen[i] ?? absent(i);
    const waiting = waiter[state] ?? absent(state);
    const at = entryOf(waiting);
    const position = (fromMark[at] ?? absent(at)) - 1;
    fromMark[at] = position;
    origin[position] = originKey(timelines.nodeOf(waiting), kind[state] ?? absent(state));
    before[position + 1] = seconds[state] ?? absent(state);
  }
  for (let position = 1; position <= chosen.length; position++)
    before[position] = (before[position] ?? absent(position)) + (before[position - 1] ?? absent(position));
  release(chosen);
  return { firstOf, origin, fromMark, firstMark, before };
}

/** Asks an index of wait states. */
export class WaitIndex {
  constructor(readonly data: WaitIndexData) {}

  /** Returns the first position of a location whose wait state is at mark `index` or later. */
  from(location: number, index: number): number {
    const { fromMark, firstMark } = this.data;
    return fromMark[(firstMark[location] ?? absent(location)) + index] ?? absent(index);
  }

  /** Reports whether the wait state at a position is at mark `index`. */
  isAt(position: number, location: number, index: number): boolean {
    return position >= this.from(location, index) && position < this.from(location, index + 1);
  }

  /** Which part of the wait state at a position `seconds` of it are. */
  part(position: number, seconds: number): number {
    const { before } = this.data;
    return seconds / ((before[position + 1] ?? absent(position + 1)) - (before[position] ?? absent(position)));
  }

  /** Seconds waited at the positions `from` up to `to`, which is not contained. */
  waited(from: number, to: number): number {
    const { before } = this.data;
    return from < to ? (before[to] ?? absent(to)) - (before[from] ?? absent(from)) : 0;
  }
}

function firstMarks(timelines: Timelines, locations: number, memory: Memory): Int32Array {
  const first = memory.int32(locations + 1);
  for (let location = 0; location < locations; location++) {
    first[location + 1] = (first[location] ?? absent(location)) + (timelines.of(location)?.intervals.count ?? 0) + 1;
  }
  return first;
}

/**
 * Turns how many wait states there are at each mark into where the positions of each mark end.
 * @returns first position of each location, and the number of positions
 */
function countsToEnds(marks: Int32Array, firstMark: Int32Array, memory: Memory): Int32Array {
  const first = memory.int32(firstMark.length);
  let end = 0;
  for (let location = 0; location + 1 < firstMark.length; location++) {
    const next = firstMark[location + 1] ?? absent(location + 1);
    for (let at = firstMark[location] ?? absent(location); at < next; at++) {
      end += marks[at] ?? absent(at);
      marks[at] = end;
    }
    first[location + 1] = end;
  }
  return first;
}
