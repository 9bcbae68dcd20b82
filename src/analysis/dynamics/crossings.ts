import { absent } from '../../base/elements.js';
import type { SignChanges } from './powerOfTwo.js';
import type { Scale, ScaleSpace } from './scaleSpace.js';

/**
 * Sign changes of the curvature: the inflections of the smoothed series. Scales follow each other, finest first, each
 * in order; the signs of one scale alternate.
 */
export interface Crossings {
  /** By scale: where its crossings begin; one more at the end. */
  readonly start: Int32Array;
  /** By scale: the sign of the curvature behind its first crossing, 0 where it has none. */
  readonly polarity: Int8Array;
  /** In iterations, linear between samples. */
  readonly place: Float64Array;
  /** Slope of the smoothed series there, an iteration. */
  readonly slope: Float64Array;
}

/** Looks for crossings of one series after the other; what it found is valid until it looks again. */
export class CrossingFinder {
  private readonly start: Int32Array;
  private readonly polarity: Int8Array;
  private place: Float64Array;
  private slope: Float64Array;
  private count = 0;

  constructor(private readonly space: ScaleSpace) {
    this.start = new Int32Array(space.scales.length + 1);
    this.polarity = new Int8Array(space.scales.length);
    this.place = new Float64Array(8 * space.length);
    this.slope = new Float64Array(8 * space.length);
  }

  /**
   * @param coefficients of the series (`ScaleSpace.analyze`)
   * @param zero curvatures up to this size have no sign
   */
  find(coefficients: Float64Array, zero: number): Crossings {
    this.count = 0;
    for (const pair of this.space.pairs) {
      const [one, other] = pair.scales;
      const changes = this.space.signChanges(coefficients, pair, zero);
      if (changes !== undefined) {
        if (one !== undefined) this.keep(changes[0], one);
        if (other !== undefined) this.keep(changes[1], other);
        continue;
      }
      const [first, second] = this.space.curvatures(coefficients, pair);
      if (one !== undefined) this.scan(first, one, zero);
      if (other !== undefined) this.scan(second, other, zero);
    }
    const { start, polarity, place, slope } = this;
    return { start, polarity, place, slope };
  }

  private keep({ sign, count, place, slope }: SignChanges, { index }: Scale): void {
    const begin = this.count;
    this.makeRoom(count);
    this.place.set(place.subarray(0, count), begin);
    this.slope.set(slope.subarray(0, count), begin);
    this.count += count;
    this.finish(index, begin, count === 0 ? 0 : -sign);
  }

  private finish(index: number, begin: number, polarity: number): void {
    this.polarity[index] = polarity;
    this.start[index] = begin;
    this.start[index + 1] = this.count;
  }

  /** Looks through the curvatures of one scale. */
  private scan(c: Float64Array, { places, index }: Scale, zero: number): void {
    this.makeRoom(places);
    const { place, slope, space } = this;
    const step = space.length / places;
    const isFull = step === 1;
    const begin = this.count;
    let count = begin;
    let polarity = 0;
    let last = -1;
    let old = 0;
    // Sums of the curvature up to a sample are the slope behind it: behind `last`, before it, and behind the current one.
    let behind = 0;
    let before = 0;
    let sum = 0;
    for (let i = 0; i < places; i++) {
      const value = c[i] ?? absent(i);
      const earlier = sum;
      sum += value * step;
      if (value <= zero && value >= -zero) continue;
      if (old !== 0 && value > 0 !== old > 0) {
        // Linear between neighbors; in the middle where there are zeros between.
        const isNext = i === last + 1;
        const share = isNext ? old / (old - value) : (i - last) / 2;
        place[count] = (last + share + 0.5) * step - 0.5;
        if (!isNext) slope[count] = behind;
        else if (!isFull) slope[count] = slopeBetween(old, value, share, step, behind);
        // Linear between the differences of neighbors, which are halfway between them; constant beyond the ends.
        else if (share < 0.5) slope[count] = last === 0 ? behind : before + (behind - before) * (share + 0.5);
        else slope[count] = i + 1 === places ? behind : behind + (sum - behind) * (share - 0.5);
        if (count === begin) polarity = value > 0 ? 1 : -1;
        count++;
      }
      last = i;
      old = value;
      before = earlier;
      behind = sum;
    }
    this.count = count;
    this.finish(index, begin, polarity);
  }

  private makeRoom(most: number): void {
    if (this.place.length >= this.count + most) return;
    const [place, slope] = [this.place, this.slope];
    this.place = new Float64Array(2 * (this.count + most));
    this.slope = new Float64Array(2 * (this.count + most));
    this.place.set(place);
    this.slope.set(slope);
  }
}

/**
 * The slope at a crossing between two places that are several samples apart: that halfway, and the linear change from there
 * to the crossing, where it is 0. Sums over wide steps differ from the integral by a known first term (Euler, Maclaurin).
 */
function slopeBetween(old: number, value: number, share: number, step: number, sum: number): number {
  const halfway = sum + ((step * step - 1) / 24 / step) * (value - old);
  return halfway + ((old + value) / 4) * (share - 0.5) * step;
}
