import { absent, addAt } from '../../../base/elements.js';
import type { TimeRecorder } from '../../trace/recorders/recorders.js';
import { OUTSIDE } from '../../trace/metrics/timeClasses.js';
import { IterationClock } from './iterationClock.js';
import { isOwnTime } from './ownTime.js';

/**
 * Sums up the time of one thread by iteration and call path. Time belongs to the iteration in which it begins; slot
 * `count` of each row is time outside all iterations. The last but one row is that of all call paths without a separate
 * one, and the last one is the program's exclusive time.
 */
export class TimeSeries implements TimeRecorder {
  readonly values: Float64Array;
  private readonly stride: number;
  private row = -1;
  private isOwn = false;
  private readonly clock: IterationClock;

  /**
   * @param rows by call path: its row
   * @param count rows of call paths
   * @param starts when iterations begin, and when the last one ends
   */
  constructor(
    private readonly rows: Int32Array,
    private readonly count: number,
    starts: Float64Array,
  ) {
    this.stride = starts.length;
    this.clock = new IterationClock(starts);
    this.values = new Float64Array((count + 2) * this.stride);
  }

  goOn(timeClass: number, node: number): void {
    this.row = node < 0 || timeClass === OUTSIDE ? -1 : (this.rows[node] ?? absent(node));
    this.isOwn = this.row >= 0 && isOwnTime(timeClass);
  }

  spend(seconds: number): void {
    if (seconds === 0 || this.row < 0) return;
    addAt(this.values, this.row * this.stride + this.clock.slot, seconds);
    if (this.isOwn) addAt(this.values, (this.count + 1) * this.stride + this.clock.slot, seconds);
  }

  move(timeClass: number, node: number, seconds: number): void {
    const { row, isOwn } = this;
    this.spend(-seconds);
    this.goOn(timeClass, node);
    this.spend(seconds);
    this.row = row;
    this.isOwn = isOwn;
  }

  event(time: number): void {
    this.clock.event(time);
  }

  manage(node: number, from: number, to: number): void {
    addAt(this.values, (this.rows[node] ?? absent(node)) * this.stride + this.clock.slot, to - from);
  }

  team(): void {
    // Teams change nothing here.
  }

  finish(): void {
    // Everything was spent.
  }
}
