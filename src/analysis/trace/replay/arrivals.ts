import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';

/** The last arrivals of those that waits end after: a row for each set of them. */
export class Arrivals {
  /** By row, as measured; -Infinity if there is none. */
  private readonly measured: Float64Array;
  /** The same with the changes, by `row * lanes + lane`; not always of the same location. */
  private readonly changed: Float64Array;

  constructor(
    rows: number,
    private readonly lanes: number,
  ) {
    this.measured = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);
    this.changed = new Float64Array(rows * lanes).fill(Number.NEGATIVE_INFINITY);
  }

  last(row: number): Seconds {
    return this.measured[row] ?? absent(row);
  }

  lastIn(row: number, lane: number): Seconds {
    return this.changed[row * this.lanes + lane] ?? absent(row);
  }

  clear(row: number): void {
    this.measured[row] = Number.NEGATIVE_INFINITY;
    // Lanes are few: to fill a part of an array costs more.
    for (let lane = 0; lane < this.lanes; lane++) this.changed[row * this.lanes + lane] = Number.NEGATIVE_INFINITY;
  }

  /** Adds an arrival at a measured time. @param saved seconds by which it is earlier, from `at` on by lane */
  add(row: number, time: Seconds, saved: Float64Array, at: number): void {
    if (time > this.last(row)) this.measured[row] = time;
    for (let lane = 0; lane < this.lanes; lane++) this.arrive(row, lane, time - (saved[at + lane] ?? absent(at)));
  }

  /** Adds all arrivals of a row of others with as many lanes. */
  addAll(row: number, others: Arrivals, from: number): void {
    const last = others.last(from);
    if (last > this.last(row)) this.measured[row] = last;
    for (let lane = 0; lane < this.lanes; lane++) this.arrive(row, lane, others.lastIn(from, lane));
  }

  private arrive(row: number, lane: number, arrival: Seconds): void {
    if (arrival > this.lastIn(row, lane)) this.changed[row * this.lanes + lane] = arrival;
  }
}

/** Arrivals of the threads of a team at a barrier. */
export class BarrierArrivals {
  /** One row. */
  readonly arrivals: Arrivals;
  entered = 0;
  left = 0;
  /** Of the changed times at which threads entered, by lane. */
  private readonly sum: Float64Array;
  /** When the last thread began what threads share, by lane. */
  private readonly begun: Float64Array;

  constructor(lanes: number) {
    this.arrivals = new Arrivals(1, lanes);
    this.sum = new Float64Array(lanes);
    this.begun = new Float64Array(lanes).fill(Number.NEGATIVE_INFINITY);
  }

  clear(): void {
    this.arrivals.clear(0);
    this.sum.fill(0);
    this.begun.fill(Number.NEGATIVE_INFINITY);
    this.entered = 0;
    this.left = 0;
  }

  /** When threads enter that share their time: at the mean of their changed times, but after all have begun. */
  shared(lane: number): Seconds {
    return Math.max(this.begun[lane] ?? absent(lane), (this.sum[lane] ?? absent(lane)) / this.entered);
  }

  /** A thread that shares its time has begun at changed times. @param begun from `at` on, by lane */
  begin(begun: Float64Array, at: number): void {
    for (let lane = 0; lane < this.begun.length; lane++)
      this.begun[lane] = Math.max(this.begun[lane] ?? absent(lane), begun[at + lane] ?? absent(at));
  }

  enter(time: Seconds, saved: Float64Array, at: number): void {
    this.arrivals.add(0, time, saved, at);
    this.entered++;
    const { sum } = this;
    for (let lane = 0; lane < sum.length; lane++)
      sum[lane] = (sum[lane] ?? absent(lane)) + time - (saved[at + lane] ?? absent(at));
  }
}
