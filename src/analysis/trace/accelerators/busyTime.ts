import { absent, elementAt } from '../../../base/elements.js';
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
    begin.forEach((time, i) => (this.before[i + 1] = (this.before[i] ?? absent(i)) + (end[i] ?? absent(i)) - time));
  }

  /** @param rows the activities of the streams */
  static of({ activities }: AcceleratorRecords, rows: readonly number[]): BusyTime {
    const { begin, end } = activities.columns;
    const begins: number[] = [];
    const ends: number[] = [];
    for (const row of [...rows].sort((a, b) => (begin[a] ?? absent(a)) - (begin[b] ?? absent(b)))) {
      const last = ends.length - 1;
      const [from, to] = [begin[row] ?? absent(row), end[row] ?? absent(row)];
      const until = ends[last];
      if (until !== undefined && from <= until) ends[last] = Math.max(until, to);
      else {
        begins.push(from);
        ends.push(to);
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
      if ((this.begin[middle] ?? absent(middle)) <= time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const last = low - 1;
    const [begin, end] = [elementAt(this.begin, last), elementAt(this.end, last)];
    return elementAt(this.before, last) + Math.min(time, end) - begin;
  }
}
