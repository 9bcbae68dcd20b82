import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { BarrierArrivals } from './arrivals.js';
import type { LocationClocks, ShiftRecorder, Wait } from './clocks.js';

/**
 * Sections of the time of threads that they share at barriers: since the last barrier or MPI call of the thread, because
 * other processes may wait for that. Waits for locks are part of a section.
 */
export class Sections {
  /** By location: the begin of its section, as measured; and as changed, by `location * lanes + lane`. */
  private readonly from: Float64Array;
  private readonly begun: Float64Array;

  /** @param log receives the sections of the first lane */
  constructor(
    private readonly clocks: LocationClocks,
    private readonly log: ShiftRecorder | undefined,
    locations: number,
  ) {
    this.from = new Float64Array(locations);
    this.begun = new Float64Array(locations * clocks.lanes);
  }

  /** A location begins or ends to wait for others, or others for it, at the moment that it reached. */
  begin(location: number, time: Seconds): void {
    const { clocks, begun } = this;
    const at = location * clocks.lanes;
    this.from[location] = time;
    for (let lane = 0; lane < clocks.lanes; lane++) begun[at + lane] = time - clocks.saved(location, lane);
  }

  /** A thread enters a barrier: threads share their time from the begin of the last section on. */
  enter(location: number, met: BarrierArrivals): void {
    met.begin(this.begun, location * this.clocks.lanes);
  }

  /**
   * All threads have arrived at a barrier, and share their time in the first lane.
   * @param wait at the barrier
   * @param before seconds by which the thread was earlier when it entered
   * @param arrived changed time at which all threads arrive
   */
  end({ location, from: until }: Wait, before: Seconds, arrived: Seconds): void {
    const from = this.from[location] ?? absent(location);
    const begin = this.begun[location * this.clocks.lanes] ?? absent(location);
    this.log?.keepStretch(location, { from, until, begin, end: until - before, arrived });
  }
}
