import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import { originKey } from './origins.js';
import type { Timelines } from './timelines.js';
import { statesWithCosts, type WaitStateRows } from './waitStates.js';

/**
 * The wait states that have costs, in order of location and time; "position" is their place in that order. As plain
 * data.
 */
export interface WaitIndexData {
  /** First position of each location, and the number of positions. */
  readonly firstOf: Int32Array;
  /** What waits at each position, as `originKey` codes it. */
  readonly origin: Int32Array;
  /** First position from each mark on, location after location, each with one more than it has marks. */
  readonly fromMark: Int32Array;
  /** Where the marks of each location begin in `fromMark`. */
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
  const fromMark = memory.int32(firstMark[locations]);
  for (const state of chosen) {
    fromMark[firstMark[timelines.locationOf(waiter[state])] + timelines.indexOf(waiter[state])]++;
  }
  const firstOf = countsToEnds(fromMark, firstMark, memory);

  const origin = memory.int32(chosen.length);
  const before = memory.float64(chosen.length + 1);
  // Backwards, so that ends become beginnings, and those at one mark keep their order.
  for (let i = chosen.length - 1; i >= 0; i--) {
    const state = chosen[i];
    const position = --fromMark[firstMark[timelines.locationOf(waiter[state])] + timelines.indexOf(waiter[state])];
    origin[position] = originKey(timelines.nodeOf(waiter[state]), kind[state]);
    before[position + 1] = seconds[state];
  }
  for (let position = 0; position < chosen.length; position++) before[position + 1] += before[position];
  release(chosen);
  return { firstOf, origin, fromMark, firstMark, before };
}

/** Asks an index of wait states. */
export class WaitIndex {
  constructor(readonly data: WaitIndexData) {}

  /** First position of a location whose wait state stands at mark `index` or later. */
  from(location: number, index: number): number {
    const { fromMark, firstMark } = this.data;
    return fromMark[firstMark[location] + index];
  }

  /** Whether the wait state at a position stands at mark `index`. */
  isAt(position: number, location: number, index: number): boolean {
    return position >= this.from(location, index) && position < this.from(location, index + 1);
  }

  /** Which part of the wait state at a position `seconds` of it are. */
  part(position: number, seconds: number): number {
    const { before } = this.data;
    return seconds / (before[position + 1] - before[position]);
  }

  /** Seconds waited at the positions `from` up to `to`, which is not contained. */
  waited(from: number, to: number): number {
    const { before } = this.data;
    return from < to ? before[to] - before[from] : 0;
  }
}

function firstMarks(timelines: Timelines, locations: number, memory: Memory): Int32Array {
  const first = memory.int32(locations + 1);
  for (let location = 0; location < locations; location++) {
    first[location + 1] = first[location] + (timelines.of(location)?.intervals.count ?? 0) + 1;
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
    for (let at = firstMark[location]; at < firstMark[location + 1]; at++) {
      end += marks[at];
      marks[at] = end;
    }
    first[location + 1] = end;
  }
  return first;
}
