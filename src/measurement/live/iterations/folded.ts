/**
 * A series of unknown length in constant memory: bins of equal width, and the latest values one by one. If there are
 * too many bins, the width doubles and neighbors are added (Hollingsworth 1994, folding of time histograms). Sums stay
 * exact.
 */
import { absent } from '../../../base/elements.js';

/** Bins at most, of which half are free after a folding; and values that are kept one by one. */
const MOST_BINS = 1024;
const LATEST = 1024;
/** Iterations of which each is known. */
export const MOST_SINGLE = LATEST;

export class FoldedSeries {
  private readonly bins = new Float64Array(MOST_BINS);
  private readonly latest = new Float32Array(LATEST);
  /** Iterations of a bin. */
  width = 1;
  /** One behind the last iteration that has a value. */
  length = 0;

  /** Adds to an iteration, from 0; times before the latest 1,024 count in their bin alone. */
  add(iteration: number, value: number): void {
    this.reach(iteration + 1);
    const bin = Math.floor(iteration / this.width);
    this.bins[bin] = (this.bins[bin] ?? absent(bin)) + value;
    if (iteration < this.length - LATEST) return;
    const at = iteration % LATEST;
    this.latest[at] = (this.latest[at] ?? absent(at)) + value;
  }

  /** There are so many iterations: what has no value is 0. */
  reach(length: number): void {
    if (length - this.length >= LATEST) this.latest.fill(0);
    else for (let at = this.length; at < length; at++) this.latest[at % LATEST] = 0;
    this.length = Math.max(this.length, length);
    while (this.length > this.width * MOST_BINS) this.fold();
  }

  private fold(): void {
    for (let i = 0; i < MOST_BINS / 2; i++)
      this.bins[i] = (this.bins[2 * i] ?? absent(i)) + (this.bins[2 * i + 1] ?? absent(i));
    this.bins.fill(0, MOST_BINS / 2);
    this.width *= 2;
  }

  /** Means of an iteration by bin of a width, of whole bins that lie before an iteration. */
  means(width: number, before: number): Float64Array {
    const step = width / this.width;
    return Float64Array.from({ length: Math.floor(before / width) }, (_, i) => {
      let sum = 0;
      for (let k = 0; k < step; k++) sum += this.bins[i * step + k] ?? 0;
      return sum / width;
    });
  }

  /** Sums of so many values of a width, from an iteration on that is a multiple of it; undefined as for `between`. */
  sums({
    from,
    width,
    count,
  }: {
    readonly from: number;
    readonly width: number;
    readonly count: number;
  }): Float64Array | undefined {
    const last = from + count * width;
    // Bins may be narrower than what is asked for, never wider.
    if (width % this.width !== 0 || from % this.width !== 0) return width === 1 ? this.between(from, last) : undefined;
    return this.means(width, last)
      .subarray(from / width)
      .map((mean) => mean * width);
  }

  /** Values of iterations `from` to `to - 1`; undefined where they are not known one by one any more. */
  between(from: number, to: number): Float64Array | undefined {
    if (from < 0 || to <= from || from < this.length - LATEST) return undefined;
    return Float64Array.from({ length: to - from }, (_, i) =>
      from + i < this.length ? (this.latest[(from + i) % LATEST] ?? 0) : 0,
    );
  }

  get sum(): number {
    return this.bins.reduce((sum, value) => sum + value, 0);
  }
}
