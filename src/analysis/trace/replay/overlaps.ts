import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Arrivals } from './arrivals.js';
import type { LocationClocks, Wait } from './clocks.js';
import type { LocationExtent } from './waitRecords.js';

/** Waits for other locations that end only when their data is needed. */
export interface OverlappedWaits {
  /** By lane and call path of a call: 1 if its waits are overlapped. */
  readonly paths: readonly (Uint8Array | undefined)[];
  /** By call path: 1 for calls that need the data of all earlier receives, such as sends and collective operations. */
  readonly isUse: Uint8Array;
  /** Ends of the locations, at which all data is needed. */
  readonly extents: readonly LocationExtent[];
}

/** Lets locations continue instead of waiting, until their next use of data. */
export class Overlaps {
  /** Changed times at which all data of a location is complete, by `location * lanes + lane`. */
  private readonly due: Float64Array;

  constructor(
    private readonly clocks: LocationClocks,
    private readonly waits: OverlappedWaits,
    locations: number,
  ) {
    this.due = new Float64Array(locations * clocks.lanes).fill(Number.NEGATIVE_INFINITY);
  }

  isOverlapped(lane: number, path: number): boolean {
    return this.waits.paths[lane]?.[path] === 1;
  }

  /** A location enters a call at the moment that it reached: a use waits for the data that is due. */
  enter(location: number, path: number, time: Seconds): void {
    if (this.waits.isUse[path] === 1) this.use(location, time);
  }

  /**
   * Ends a wait in a lane without waiting: it takes the time after the last arrival, as measured.
   * @param before seconds by which the location was earlier at the begin of the wait
   */
  end(lane: number, wait: Wait, before: Seconds, arrivals: Arrivals): void {
    const { clocks, due } = this;
    const { location, from, until } = wait;
    if (!(until > from)) return;
    const own = from - before;
    const late = arrivals.lastIn(0, lane) - own;
    clocks.arrive(wait, lane, before, Math.max(from, arrivals.last(0)), own);
    if (!(late > 0)) return;
    const at = location * clocks.lanes + lane;
    due[at] = Math.max(due[at] ?? absent(at), until - clocks.saved(location, lane) + late);
  }

  /** All locations have ended. */
  finish(): void {
    for (const { location, last } of this.waits.extents) {
      this.clocks.advance(location, last);
      this.use(location, last);
    }
  }

  private use(location: number, time: Seconds): void {
    const { clocks, due } = this;
    for (let lane = 0; lane < clocks.lanes; lane++) {
      const at = location * clocks.lanes + lane;
      const complete = due[at] ?? absent(at);
      if (complete > time - clocks.saved(location, lane)) clocks.delay(location, lane, time, complete);
      due[at] = Number.NEGATIVE_INFINITY;
    }
  }
}
