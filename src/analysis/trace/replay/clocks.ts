import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Arrivals } from './arrivals.js';
import type { OwnTimes } from './ownTimes.js';

/** Below so many seconds, what is left of a wait is what differences of times are rounded by. */
const ROUNDING = 1e-10;

/** A wait, with its location, its begin and its end as measured. */
export interface Wait {
  location: number;
  from: Seconds;
  until: Seconds;
}

/** Receives the changes of a location's times by its waits. */
export interface ShiftRecorder {
  /**
   * @param from measured time from which on the shift holds
   * @param shift seconds to add to the times of the location, without its exclusive changes
   * @param bound changed time at which the shift begins to hold
   */
  keep(location: number, from: Seconds, shift: Seconds, bound: Seconds): void;
  /** Keeps a stretch of a location's time; those of a location come in order of time. */
  keepStretch(location: number, stretch: Stretch): void;
}

/** Time of a thread before a barrier at which threads share their time: it becomes as long as that of the mean thread. */
export interface Stretch {
  /** Measured times of its begin and of the barrier. */
  readonly from: Seconds;
  readonly until: Seconds;
  /** The same as changed otherwise. */
  readonly begin: Seconds;
  readonly end: Seconds;
  /** Changed time at which all threads arrive. */
  readonly arrived: Seconds;
}

/**
 * Seconds by which locations are earlier than measured, as the replay proceeds: their exclusive savings, less the
 * waiting that replaces them, plus the waiting for others that is saved.
 */
export class LocationClocks {
  /** Waits that are shorter than the own time saved in them, so that they are taken to end at once. */
  negative = 0;
  readonly lanes: number;
  /** Seconds that others change, by `location * lanes + lane`. */
  private readonly shift: Float64Array;

  /** @param log receives the changes of the first lane */
  constructor(
    locations: number,
    private readonly own: OwnTimes,
    private readonly log?: ShiftRecorder,
  ) {
    this.lanes = own.lanes;
    this.shift = new Float64Array(locations * own.lanes);
  }

  /** Advances to a measured moment of a location; its moments come in order of time. */
  advance(location: number, time: Seconds): void {
    this.own.advance(location, time);
  }

  /** Seconds by which a location is earlier in a lane at the moment that it reached. */
  saved(location: number, lane: number): Seconds {
    const at = location * this.lanes + lane;
    return (this.own.saved[at] ?? absent(at)) - (this.shift[at] ?? absent(at));
  }

  /** Writes the same for all lanes, from `at` on. */
  keepSaved(location: number, into: Float64Array, at: number): void {
    for (let lane = 0; lane < this.lanes; lane++) into[at + lane] = this.saved(location, lane);
  }

  /** The same at the previous event of a location that begins in a team. @param row of the table of teams */
  savedBefore(row: number, location: number, lane: number): Seconds {
    const at = location * this.lanes + lane;
    return this.own.savedBefore(row, this.own.saved[at] ?? absent(at)) - (this.shift[at] ?? absent(at));
  }

  /**
   * Ends a wait at the moment that its location reached. The time after the arrival of its last partner remains: it ends
   * as long after the last arrival as measured, less the own time saved in between (Shende and Malony, parallel
   * compensation).
   * @param begun seconds by which the location is earlier at the begin of the wait, from `at` on by lane
   * @param arrivals of others, in their first row
   */
  endWait(wait: Wait, begun: Float64Array, at: number, arrivals: Arrivals): void {
    for (let lane = 0; lane < this.lanes; lane++) this.endIn(lane, wait, begun[at + lane] ?? absent(at), arrivals);
  }

  /** The same in one lane. @param before seconds by which the location is earlier at the begin of the wait */
  endIn(lane: number, wait: Wait, before: Seconds, arrivals: Arrivals): void {
    const { from, until } = wait;
    const own = from - before;
    const last = arrivals.last(0);
    const arrival = arrivals.lastIn(0, lane);
    if (!(until > from) || (last <= from && arrival <= own)) return;
    this.arrive(wait, lane, before, last > from ? last : from, Math.max(own, arrival));
  }

  /**
   * The same for a lane if it is known when the last location arrived.
   * @param before seconds by which the location is earlier at the begin of the wait
   * @param last measured time of the last arrival
   * @param arrived the same with the changes
   */
  arrive(wait: Wait, lane: number, before: Seconds, last: Seconds, arrived: Seconds): void {
    const { location, from, until } = wait;
    const saved = this.saved(location, lane);
    const within = saved - before;
    // If clocks disagree, a wait ends before an arrival: there is no time in between that could be saved.
    const rest = Math.max(0, until - last);
    const isTooShort = within > rest;
    if (isTooShort && within - rest > ROUNDING && until >= last) this.negative++;
    const changed = isTooShort ? Math.max(last, until) - arrived : last - arrived + within;
    if (changed !== saved) this.move(wait, lane, saved - changed, last > from ? last : justAfter(from), arrived);
  }

  /** Delays a location in a lane at the moment that it reached. @param until changed time */
  delay(location: number, lane: number, time: Seconds, until: Seconds): void {
    this.move({ location }, lane, until - (time - this.saved(location, lane)), time, until);
  }

  /** @param from measured time from which on the location is so many seconds later, and `bound` the same as changed */
  private move(
    { location }: Pick<Wait, 'location'>,
    lane: number,
    seconds: Seconds,
    from: Seconds,
    bound: Seconds,
  ): void {
    const at = location * this.lanes + lane;
    const shift = (this.shift[at] ?? absent(at)) + seconds;
    this.shift[at] = shift;
    if (lane === 0) this.log?.keep(location, from, shift, bound);
  }
}

/** A moment after a time that nothing lies between: events at the time itself come before it. */
function justAfter(time: Seconds): Seconds {
  return time + Math.max(Math.abs(time) * Number.EPSILON, Number.MIN_VALUE);
}
