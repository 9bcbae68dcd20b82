import type { AcceleratorRecords } from '../records/acceleratorRecords.js';

/** When at least one stream of a group of streams is busy: intervals that do not overlap, in order of time. */
export class BusyTime {
  /** Seconds of all intervals before each one, and of all of them at the end. */
  private readonly before: Float64Array;

  private constructor(
    private readonly begin: readonly number[],
    private readonly end: readonly number[],
  ) {
    this.before = new Float64Array(begin.length + 1);
    begin.forEach((time, i) => (this.before[i + 1] = this.before[i] + end[i] - time));
  }

  /** @param rows the activities of the streams */
  static of({ activities }: AcceleratorRecords, rows: readonly number[]): BusyTime {
    const { begin, end } = activities.columns;
    const begins: number[] = [];
    const ends: number[] = [];
    for (const row of [...rows].sort((a, b) => begin[a] - begin[b])) {
      const last = ends.length - 1;
      if (last >= 0 && begin[row] <= ends[last]) ends[last] = Math.max(ends[last], end[row]);
      else {
        begins.push(begin[row]);
        ends.push(end[row]);
      }
    }
    return new BusyTime(begins, ends);
  }

  /** Time of the first activity; NaN when there is none. */
  get first(): number {
    return this.begin.at(0) ?? Number.NaN;
  }

  /** Seconds busy between two times. */
  between(from: number, to: number): number {
    return Math.max(0, this.until(to) - this.until(from));
  }

  private until(time: number): number {
    let low = 0;
    let high = this.begin.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.begin[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.before[low - 1] + Math.min(time, this.end[low - 1]) - this.begin[low - 1];
  }
}
