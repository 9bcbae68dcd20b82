import { absent } from '../../base/elements.js';

const MOST_BINS = 512;

/**
 * All of a series in at most 512 bins: when they are full, neighbors become one and their width doubles, so that memory is
 * the same whatever the length (Paradyn's folding histograms).
 */
export class History {
  /** Samples a bin. */
  width = 1;
  /** Bins that are full. */
  bins = 0;
  readonly sum = new Float64Array(MOST_BINS);
  readonly largest = new Float64Array(MOST_BINS);
  /** Of the samples since: their sum, the largest, and how many. */
  private pendingSum = 0;
  private pendingLargest = 0;
  private pendingCount = 0;

  add(value: number): void {
    this.pendingSum += value;
    this.pendingLargest = Math.max(this.pendingLargest, value);
    this.pendingCount++;
    if (this.pendingCount < this.width) return;
    this.sum[this.bins] = this.pendingSum;
    this.largest[this.bins] = this.pendingLargest;
    this.bins++;
    [this.pendingSum, this.pendingLargest, this.pendingCount] = [0, 0, 0];
    if (this.bins === MOST_BINS) this.fold();
  }

  /** Samples since the last full bin. */
  get pending(): { readonly sum: number; readonly largest: number; readonly count: number } {
    return { sum: this.pendingSum, largest: this.pendingLargest, count: this.pendingCount };
  }

  private fold(): void {
    const { sum, largest } = this;
    for (let bin = 0; 2 * bin < this.bins; bin++) {
      sum[bin] = (sum[2 * bin] ?? absent(bin)) + (sum[2 * bin + 1] ?? absent(bin));
      largest[bin] = Math.max(largest[2 * bin] ?? absent(bin), largest[2 * bin + 1] ?? absent(bin));
    }
    this.bins /= 2;
    this.width *= 2;
  }

  /** Mean by full bin. */
  means(): Float64Array {
    return this.sum.slice(0, this.bins).map((sum) => sum / this.width);
  }

  /** Returns Σ max(0, sum of a bin − base) over samples, at the resolution of bins; bins at the ends count in part. */
  excess(first: number, last: number, base: number): number {
    let excess = 0;
    const count = this.bins + (this.pendingCount > 0 ? 1 : 0);
    for (let bin = 0; bin < count; bin++) {
      const isFull = bin < this.bins;
      const size = isFull ? this.width : this.pendingCount;
      const start = bin * this.width;
      const within = Math.min(last + 1, start + size) - Math.max(first, start);
      if (within <= 0) continue;
      const sum = isFull ? (this.sum[bin] ?? absent(bin)) : this.pendingSum;
      excess += (Math.max(0, sum - base * size) * within) / size;
    }
    return excess;
  }
}
