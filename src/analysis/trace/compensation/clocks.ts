import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Arrivals } from './arrivals.js';
import type { LocationShifts } from './locationTimes.js';
import type { OverheadRecords } from '../overhead/pass.js';

/** Below so many seconds, what is left of a wait is what differences of times are rounded by. */
const ROUNDING = 1e-10;

/** A wait, with its location, its begin and its end as measured. */
export interface Wait {
  readonly location: number;
  readonly from: Seconds;
  /** Delay of the location due to recording at `from`. */
  readonly overhead: Seconds;
  readonly until: Seconds;
}

/**
 * Delays of the locations due to recording, as the replay proceeds: their overhead, less the waiting it replaced, plus
 * the additional waiting for others.
 */
export class LocationClocks {
  /** Waits that are shorter than the cost of recording in them, so that they are taken to end at once. */
  negative = 0;
  /** First row of the moments of each location, and the one that was reached. */
  private readonly reached: Int32Array;
  private readonly end: Int32Array;
  /** By location: what others change, in seconds. */
  private readonly shift: Float64Array;
  private readonly from: number[][];
  private readonly shifts: number[][];
  private readonly bounds: number[][];

  constructor(
    locations: number,
    private readonly moments: OverheadRecords['moments'],
  ) {
    this.reached = new Int32Array(locations).fill(-1);
    this.end = new Int32Array(locations);
    this.shift = new Float64Array(locations);
    const lists = (): number[][] => Array.from({ length: locations }, () => []);
    this.from = lists();
    this.shifts = lists();
    this.bounds = lists();
    const { location } = moments.columns;
    for (let row = moments.length - 1; row >= 0; row--) {
      const at = location[row] ?? absent(row);
      if (this.end[at] === 0) this.end[at] = row + 1;
      this.reached[at] = row - 1;
    }
  }

  /** By how much a location is late at a measured moment; each location's in order of time. */
  overhead(location: number, time: Seconds): Seconds {
    const { columns } = this.moments;
    const end = this.end[location] ?? absent(location);
    let row = this.reached[location] ?? absent(location);
    while (row + 1 < end && (columns.time[row + 1] ?? absent(row)) <= time) row++;
    this.reached[location] = row;
    const cost = row < 0 || columns.location[row] !== location ? 0 : (columns.cost[row] ?? absent(row));
    return this.lateBy(location, cost);
  }

  /** The same where it is known what recording had taken on the location. */
  lateBy(location: number, cost: Seconds): Seconds {
    return cost - (this.shift[location] ?? absent(location));
  }

  /**
   * Ends a wait. The time after the arrival of its last partner remains: without recording it ends as long after the
   * last arrival (Shende and Malony, parallel compensation).
   * @param others those that arrived before it ended
   * @param late by how much the location is late at the end of the wait if nothing changes
   */
  endWait({ location, from, overhead, until }: Wait, others: Arrivals, late: Seconds): void {
    const own = from - overhead;
    if (!(until > from) || (others.measured <= from && others.compensated <= own)) return;
    const last = Math.max(from, others.measured);
    const arrived = Math.max(own, others.compensated);
    const within = late - overhead;
    const rest = until - last - within;
    if (rest < -ROUNDING) this.negative++;
    const changed = rest < 0 ? until - arrived : last - arrived + within;
    if (changed === late) return;
    const shift = (this.shift[location] ?? absent(location)) + late - changed;
    this.shift[location] = shift;
    this.keep(location, last > from ? last : justAfter(from), shift, arrived);
  }

  /** Returns the changes on each location. */
  locationShifts(): LocationShifts[] {
    return this.from.map((from, location) => ({
      from: Float64Array.from(from),
      shift: Float64Array.from(this.shifts[location] ?? absent(location)),
      bound: Float64Array.from(this.bounds[location] ?? absent(location)),
    }));
  }

  private keep(location: number, from: Seconds, shift: Seconds, bound: Seconds): void {
    const starts = this.from[location] ?? absent(location);
    starts.push(Math.max(from, starts.at(-1) ?? from));
    (this.shifts[location] ?? absent(location)).push(shift);
    const bounds = this.bounds[location] ?? absent(location);
    bounds.push(Math.max(bound, bounds.at(-1) ?? bound));
  }
}

/** A moment after a time that nothing lies between: events at the time itself come before it. */
function justAfter(time: Seconds): Seconds {
  return time + Math.max(Math.abs(time) * Number.EPSILON, Number.MIN_VALUE);
}
