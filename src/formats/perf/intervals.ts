/** How far samples are apart, from which their time follows where perf does not print it. */
import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';

/** Maximum number of stored distances; more do not improve the result. */
const MOST = 100_000;

/** Distances of the samples of each thread or CPU, with the period of the later one. */
export class Intervals {
  private readonly gaps: Seconds[] = [];
  private readonly periods: number[] = [];

  /** @param last time of the last sample of each source: shared by events that count in turns, on several kinds of cores */
  constructor(private readonly last = new Map<number, Seconds>()) {}

  /** @param source number of the thread or the CPU */
  add(source: number, time: Seconds, period = 0): void {
    const before = this.last.get(source);
    this.last.set(source, time);
    if (before === undefined || time <= before || this.gaps.length >= MOST) return;
    this.gaps.push(time - before);
    this.periods.push(period);
  }

  /**
   * The median distance: samples of a thread that runs are that far from each other, and pauses do not move it.
   * @returns undefined where there are too few samples
   */
  median(): Seconds | undefined {
    if (this.gaps.length === 0) return undefined;
    const sorted = Float64Array.from(this.gaps).sort();
    const middle = Math.floor(sorted.length / 2);
    return sorted[middle] ?? absent(middle);
  }

  /**
   * The time of one of what periods count, such as a cycle: a period is what was counted since the sample before.
   * The times and the periods of all samples are summed, except those behind a pause of the thread.
   * @returns undefined where there are too few samples
   */
  perPeriod(): Seconds | undefined {
    const { gaps, periods } = this;
    const rate = weightedMedian(
      gaps.map((gap, i) => gap / elementAt(periods, i)),
      periods,
    );
    const usual = weightedMedian(gaps, periods);
    if (rate === undefined || usual === undefined) return undefined;
    let [time, counted] = [0, 0];
    for (const [i, gap] of gaps.entries()) {
      const period = elementAt(periods, i);
      // The distance is more than its period explains, by more than a usual one: the thread did not run.
      if (!(period > 0) || gap - rate * period > usual) continue;
      time += gap;
      counted += period;
    }
    return counted > 0 ? time / counted : undefined;
  }
}

/** The value below which half of the weight is; values without weight count for nothing. */
function weightedMedian(values: readonly number[], weights: readonly number[]): number | undefined {
  const order = values.flatMap((_, i) => (elementAt(weights, i) > 0 ? [i] : []));
  order.sort((a, b) => elementAt(values, a) - elementAt(values, b));
  const half = order.reduce((sum, i) => sum + elementAt(weights, i), 0) / 2;
  let below = 0;
  for (const i of order) {
    below += elementAt(weights, i);
    if (below >= half) return elementAt(values, i);
  }
  return undefined;
}
