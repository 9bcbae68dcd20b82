import { absent, elementAt } from '../../base/elements.js';
import type { Crossings } from './crossings.js';
import { Matching, type ScaleRow } from './matching.js';

/** Crossings of all scales, joined into contours: each runs from the finest scale up to its top. */
export interface Contours {
  /** The contour of each crossing. */
  readonly id: Int32Array;
  /**
   * Index of the crossing of the next finer scale, counted from its first, in which each continues; excludes those of
   * the finest.
   */
  readonly next: Int32Array;
  readonly count: number;
  /** Position on the finest scale. */
  readonly place: Float64Array;
  /** Index of the coarsest scale on which it is. */
  readonly top: Uint16Array;
}

/** Joins crossings of one series after the other; what it found is valid until it joins again. */
export class ContourFinder {
  private readonly matching = new Matching();
  private id = new Int32Array(0);
  private next = new Int32Array(0);
  private place = new Float64Array(0);
  private top = new Uint16Array(0);

  /**
   * Links crossings from coarse to fine: each continues in one of the next finer scale; the others begin contours
   * (dynamics.md, 3.3).
   * @returns undefined if a crossing has no continuation, which only rounding can cause
   */
  find(crossings: Crossings): Contours | undefined {
    const scales = crossings.polarity.length;
    const finest = elementAt(crossings.start, 1);
    this.makeRoom(elementAt(crossings.start, scales), finest);
    const { id, next, place, top } = this;
    let count = 0;
    for (let k = scales - 1; k >= 0; k--) {
      const start = elementAt(crossings.start, k);
      const end = elementAt(crossings.start, k + 1);
      const coarseEnd = k + 1 < scales ? elementAt(crossings.start, k + 2) : end;
      if (k + 1 < scales && !this.matching.match(crossings.place, rowOf(crossings, k + 1), rowOf(crossings, k), next))
        return undefined;
      // Those of the coarser scale go on, and between them others begin.
      for (let i = end, j = start; i <= coarseEnd; i++) {
        const isLast = i === coarseEnd;
        const to = isLast ? end : start + (next[i] ?? absent(i));
        for (; j < to; j++) {
          top[count] = k;
          id[j] = count++;
        }
        if (!isLast) id[j++] = id[i] ?? absent(i);
      }
    }
    for (let i = 0; i < finest; i++) place[id[i] ?? absent(i)] = crossings.place[i] ?? absent(i);
    return { id, next, count, place, top };
  }

  private makeRoom(crossings: number, contours: number): void {
    if (this.id.length < crossings) {
      this.id = new Int32Array(2 * crossings);
      this.next = new Int32Array(2 * crossings);
    }
    if (this.place.length < contours) {
      this.place = new Float64Array(2 * contours);
      this.top = new Uint16Array(2 * contours);
    }
  }
}

function rowOf({ start, polarity }: Crossings, k: number): ScaleRow {
  return { start: elementAt(start, k), end: elementAt(start, k + 1), polarity: elementAt(polarity, k) };
}
