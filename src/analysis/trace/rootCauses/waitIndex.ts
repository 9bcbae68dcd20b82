import { originKey } from './origins.js';
import { sortedByKey } from './sortedByKey.js';
import type { Timelines } from './timelines.js';
import { statesWithCosts, type WaitStates } from './waitStates.js';

/** More than a location can have. */
const MOST_MARKS = 2 ** 31;

/** The wait states that have costs, in order of location and time; "position" is their place in that order. */
export class WaitIndex {
  /** First position of each location, and the number of positions. */
  readonly firstOf: Int32Array;
  readonly positionOf: Int32Array;
  /** What waits at each position, as `originKey` codes it. */
  readonly origin: Int32Array;
  private readonly index: Int32Array;
  /** First position from each mark on, by location. */
  private readonly fromMark: readonly Int32Array[];
  /** Seconds waited at all positions before each. */
  private readonly before: Float64Array;

  constructor(states: WaitStates, timelines: Timelines, locations: number) {
    const { waiter, kind, seconds } = states.table.columns;
    const chosen = statesWithCosts(kind, states.table.length);
    const keys = new Float64Array(chosen.length);
    for (let i = 0; i < chosen.length; i++) {
      const mark = waiter[chosen[i]];
      keys[i] = timelines.locationOf(mark) * MOST_MARKS + timelines.indexOf(mark);
    }
    const order = sortedByKey(keys);

    this.firstOf = new Int32Array(locations + 1);
    this.positionOf = new Int32Array(states.table.length).fill(-1);
    this.index = new Int32Array(order.length);
    this.before = new Float64Array(order.length + 1);
    this.origin = new Int32Array(order.length);
    for (let position = 0; position < order.length; position++) {
      const state = chosen[order[position]];
      this.firstOf[timelines.locationOf(waiter[state]) + 1]++;
      this.positionOf[state] = position;
      this.origin[position] = originKey(timelines.nodeOf(waiter[state]), kind[state]);
      this.index[position] = timelines.indexOf(waiter[state]);
      this.before[position + 1] = this.before[position] + seconds[state];
    }
    for (let i = 1; i <= locations; i++) this.firstOf[i] += this.firstOf[i - 1];
    this.fromMark = Array.from({ length: locations }, (_, location) =>
      this.positionsByMark(location, timelines.of(location)?.intervals.count ?? 0),
    );
  }

  /** The first position of a location from each of its marks on: asked for with every wait state. */
  private positionsByMark(location: number, marks: number): Int32Array {
    const table = new Int32Array(marks);
    let position = this.firstOf[location];
    for (let mark = 0; mark < marks; mark++) {
      while (position < this.firstOf[location + 1] && this.index[position] < mark) position++;
      table[mark] = position;
    }
    return table;
  }

  /** First position of a location whose wait state stands at mark `index` or later. */
  from(location: number, index: number): number {
    const table = this.fromMark[location];
    return index < table.length ? table[index] : this.firstOf[location + 1];
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
