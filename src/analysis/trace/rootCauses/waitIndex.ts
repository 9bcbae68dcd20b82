import { originKey } from './origins.js';
import type { Timelines } from './timelines.js';
import { statesWithCosts, type WaitStates } from './waitStates.js';

/** The wait states that have costs, in order of location and time; "position" is their place in that order. */
export class WaitIndex {
  /** First position of each location, and the number of positions. */
  readonly firstOf: Int32Array;
  readonly positionOf: Int32Array;
  /** What waits at each position, as `originKey` codes it. */
  readonly origin: Int32Array;
  private readonly index: Int32Array;
  /** First position from each mark on, by location; one more than there are marks. */
  private readonly fromMark: readonly Int32Array[];
  /** Seconds waited at all positions before each. */
  private readonly before: Float64Array;

  constructor(states: WaitStates, timelines: Timelines, locations: number) {
    const { waiter, kind, seconds } = states.table.columns;
    const chosen = statesWithCosts(kind, states.table.length);
    this.fromMark = Array.from(
      { length: locations },
      (_, location) => new Int32Array((timelines.of(location)?.intervals.count ?? 0) + 1),
    );
    for (const state of chosen) this.fromMark[timelines.locationOf(waiter[state])][timelines.indexOf(waiter[state])]++;
    this.firstOf = countsToEnds(this.fromMark);

    this.positionOf = new Int32Array(states.table.length).fill(-1);
    this.index = new Int32Array(chosen.length);
    this.before = new Float64Array(chosen.length + 1);
    this.origin = new Int32Array(chosen.length);
    // Backwards, so that ends become beginnings, and those at one mark keep their order.
    for (let i = chosen.length - 1; i >= 0; i--) {
      const state = chosen[i];
      const mark = timelines.indexOf(waiter[state]);
      const position = --this.fromMark[timelines.locationOf(waiter[state])][mark];
      this.positionOf[state] = position;
      this.origin[position] = originKey(timelines.nodeOf(waiter[state]), kind[state]);
      this.index[position] = mark;
      this.before[position + 1] = seconds[state];
    }
    for (let position = 0; position < chosen.length; position++) this.before[position + 1] += this.before[position];
  }

  /** First position of a location whose wait state stands at mark `index` or later. */
  from(location: number, index: number): number {
    return this.fromMark[location][index];
  }

  /** Whether the wait state at a position stands at mark `index`. */
  isAt(position: number, location: number, index: number): boolean {
    return position < this.firstOf[location + 1] && this.index[position] === index;
  }

  /** Which part of the wait state at a position `seconds` of it are. */
  part(position: number, seconds: number): number {
    return seconds / (this.before[position + 1] - this.before[position]);
  }

  /** Seconds waited at the positions `from` up to `to`, which is not contained. */
  waited(from: number, to: number): number {
    return from < to ? this.before[to] - this.before[from] : 0;
  }
}

/**
 * Turns how many wait states there are at each mark, by location, into where the positions of each mark end.
 * @returns first position of each location, and the number of positions
 */
function countsToEnds(byLocation: readonly Int32Array[]): Int32Array {
  const first = new Int32Array(byLocation.length + 1);
  let end = 0;
  byLocation.forEach((marks, location) => {
    for (let mark = 0; mark < marks.length; mark++) {
      end += marks[mark];
      marks[mark] = end;
    }
    first[location + 1] = end;
  });
  return first;
}
