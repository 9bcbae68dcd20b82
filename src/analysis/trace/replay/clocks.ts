import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Arrivals } from './arrivals.js';
import type { OwnTimes } from './ownTimes.js';

/** Below so many seconds, what is left of a wait is what differences of times are rounded by. */
const ROUNDING = 1e-10;

/** A wait, with its location, its begin and its end as measured. */
export interface Wait {
  readonly location: number;
  readonly from: Seconds;
  /** Seconds by which the location is earlier at `from` than measured. */
  readonly saved: Seconds;
  readonly until: Seconds;
}

/** Receives the changes of a location's times by its waits. */
export interface ShiftRecorder {
  /**
   * @param from measured time from which on the shift holds
   * @param shift seconds to add to the times of the location, without its exclusive changes
   * @param bound changed time at which the shift begins to hold
   */
  keep(location: number, from: Seconds, shift: Seconds, bound: Seconds): void;
}

/**
 * Seconds by which locations are earlier than measured, as the replay proceeds: their exclusive savings, less the
 * waiting that replaces them, plus the waiting for others that is saved.
 */
export class LocationClocks {
  /** Waits that are shorter than the own time saved in them, so that they are taken to end at once. */
  negative = 0;
  /** By location: what others change, in seconds. */
  private readonly shift: Float64Array;

  constructor(
    locations: number,
    private readonly own: OwnTimes,
    private readonly log?: ShiftRecorder,
  ) {
    this.shift = new Float64Array(locations);
  }

  /** Seconds by which a location is earlier at a measured moment; those of a location are in order of time. */
  savedAt(location: number, time: Seconds): Seconds {
    return this.savedWith(location, this.own.savedAt(location, time));
  }

  /** The same where the own time that the location has saved is known. */
  savedWith(location: number, own: Seconds): Seconds {
    return own - (this.shift[location] ?? absent(location));
  }

  /**
   * Ends a wait. The time after the arrival of its last partner remains: it ends as long after the last arrival as
   * measured, less the own time saved in between (Shende and Malony, parallel compensation).
   * @param others those that arrived before it ended
   * @param saved seconds by which the location is earlier at the end of the wait if nothing changes
   */
  endWait(wait: Wait, others: Arrivals, saved: Seconds): void {
    const own = wait.from - wait.saved;
    if (!(wait.until > wait.from) || (others.measured <= wait.from && others.changed <= own)) return;
    this.arrive(wait, Math.max(wait.from, others.measured), Math.max(own, others.changed), saved);
  }

  /**
   * The same if it is known when the last location arrived.
   * @param last measured time of the last arrival
   * @param arrived the same with the changes
   */
  arrive({ location, from, saved: before, until }: Wait, last: Seconds, arrived: Seconds, saved: Seconds): void {
    const within = saved - before;
    // If clocks disagree, a wait ends before an arrival: there is no time in between that could be saved.
    const rest = Math.max(0, until - last);
    const isTooShort = within > rest;
    if (isTooShort && within - rest > ROUNDING && until >= last) this.negative++;
    const changed = isTooShort ? Math.max(last, until) - arrived : last - arrived + within;
    if (changed === saved) return;
    const shift = (this.shift[location] ?? absent(location)) + saved - changed;
    this.shift[location] = shift;
    this.log?.keep(location, last > from ? last : justAfter(from), shift, arrived);
  }
}

/** A moment after a time that nothing lies between: events at the time itself come before it. */
function justAfter(time: Seconds): Seconds {
  return time + Math.max(Math.abs(time) * Number.EPSILON, Number.MIN_VALUE);
}
