import { absent } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';

/** Distances that are kept; more tell nothing more. */
const MOST = 100_000;

/** Distances of the samples of each thread, from which follows how long a sample stands for where perf does not say it. */
export class Intervals {
  private readonly last = new Map<number, Seconds>();
  private readonly found: number[] = [];

  add(thread: number, time: Seconds): void {
    const before = this.last.get(thread);
    this.last.set(thread, time);
    if (before !== undefined && time > before && this.found.length < MOST) this.found.push(time - before);
  }

  /**
   * The median distance: samples of a thread that runs are that far from each other, and pauses do not move it.
   * @returns undefined where there are too few samples
   */
  median(): Seconds | undefined {
    if (this.found.length === 0) return undefined;
    const sorted = Float64Array.from(this.found).sort();
    const middle = Math.floor(sorted.length / 2);
    return sorted[middle] ?? absent(middle);
  }
}
