import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Arrivals, LocationClocks } from './clocks.js';

/** Collects arrivals, by lane. */
export class ArrivalSet implements Arrivals {
  last: Seconds = Number.NEGATIVE_INFINITY;
  readonly changed: Float64Array;

  constructor(lanes: number) {
    this.changed = new Float64Array(lanes).fill(Number.NEGATIVE_INFINITY);
  }

  clear(): void {
    this.last = Number.NEGATIVE_INFINITY;
    this.changed.fill(Number.NEGATIVE_INFINITY);
  }

  /** Adds an arrival at a measured time. @param saved seconds by which it is earlier, from `at` on by lane */
  add(time: Seconds, saved: Float64Array, at: number): void {
    const { changed } = this;
    if (time > this.last) this.last = time;
    for (let lane = 0; lane < changed.length; lane++) {
      const arrival = time - (saved[at + lane] ?? absent(at));
      if (arrival > (changed[lane] ?? absent(lane))) changed[lane] = arrival;
    }
  }

  addAll({ last, changed }: Arrivals): void {
    if (last > this.last) this.last = last;
    for (let lane = 0; lane < changed.length; lane++) {
      const arrival = changed[lane] ?? absent(lane);
      if (arrival > (this.changed[lane] ?? absent(lane))) this.changed[lane] = arrival;
    }
  }
}

/** Arrivals of the threads of a team at a barrier. */
export class BarrierArrivals extends ArrivalSet {
  /** Of the changed times at which threads entered, by lane. */
  private readonly sum: Float64Array;
  entered = 0;
  left = 0;

  constructor(lanes: number) {
    super(lanes);
    this.sum = new Float64Array(lanes);
  }

  override clear(): void {
    super.clear();
    this.sum.fill(0);
    this.entered = 0;
    this.left = 0;
  }

  /** The mean of the changed times at which threads entered. */
  mean(lane: number): Seconds {
    return (this.sum[lane] ?? absent(lane)) / this.entered;
  }

  enter(time: Seconds, saved: Float64Array, at: number): void {
    this.add(time, saved, at);
    this.entered++;
    const { sum } = this;
    for (let lane = 0; lane < sum.length; lane++)
      sum[lane] = (sum[lane] ?? absent(lane)) + time - (saved[at + lane] ?? absent(at));
  }
}

/** Writes the seconds by which a location is earlier at the moment that it reached, from `at` on by lane. */
export function keepSaved(clocks: LocationClocks, location: number, into: Float64Array, at: number): void {
  for (let lane = 0; lane < clocks.lanes; lane++) into[at + lane] = clocks.saved(location, lane);
}
