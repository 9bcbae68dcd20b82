import { absent } from '../../base/elements.js';
import { fourierTransform, type FourierTransform } from './fourier.js';
import { powerOfTwo, type ScanLimits, type SignChanges } from './powerOfTwo.js';

/**
 * Series as sums of cosines over half samples, which is what mirrors them at their ends:
 * f[i] = a[0] + Σ_k a[k]·cos(πk(i+½)/N), by one complex transform of the same length (Makhoul 1980).
 */
export interface CosineTransform {
  /** The N coefficients a of a series of N values. */
  analyze(f: Float64Array): Float64Array;
  /**
   * Two series at the places (i+½)·n/N − ½ of a series of n ≥ N samples, of which they are weighted sums of cosines.
   * @param a at least N coefficients of the series
   * @param weights of each coefficient for the one series and the other one, pair by pair, at most N pairs; where there are
   *   fewer, the rest is 0
   * @returns N values each, valid until the next call for series of this length
   */
  synthesize(a: Float64Array, weights: Float64Array): readonly [Float64Array, Float64Array];
  /**
   * Finds sign changes of such series, and the slopes of the functions whose curvatures they are; valid until the next
   * call.
   * @returns undefined if a value counts as zero
   */
  signChanges?(
    a: Float64Array,
    weights: Float64Array,
    limits: ScanLimits,
  ): readonly [SignChanges, SignChanges] | undefined;
}

export function cosineTransform(length: number): CosineTransform {
  return powerOfTwo(length) ?? new AnyLength(length);
}

class AnyLength implements CosineTransform {
  private readonly fourier: FourierTransform;
  /** e^{iπk/2N}. */
  private readonly cos: Float64Array;
  private readonly sin: Float64Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly first: Float64Array;
  private readonly second: Float64Array;

  constructor(private readonly length: number) {
    this.fourier = fourierTransform(length);
    this.cos = Float64Array.from({ length }, (_, k) => Math.cos((Math.PI * k) / (2 * length)));
    this.sin = Float64Array.from({ length }, (_, k) => Math.sin((Math.PI * k) / (2 * length)));
    this.re = new Float64Array(length);
    this.im = new Float64Array(length);
    this.first = new Float64Array(length);
    this.second = new Float64Array(length);
  }

  analyze(f: Float64Array): Float64Array {
    const { re, im, length } = this;
    for (let i = 0; 2 * i < length; i++) re[i] = f[2 * i] ?? absent(i);
    for (let i = 0; 2 * i + 1 < length; i++) re[length - 1 - i] = f[2 * i + 1] ?? absent(i);
    im.fill(0);
    this.fourier.apply(im, re);
    const a = new Float64Array(length);
    for (let k = 0; k < length; k++) {
      const wr = this.cos[k] ?? absent(k);
      const wi = this.sin[k] ?? absent(k);
      a[k] = (((re[k] ?? absent(k)) * wr + (im[k] ?? absent(k)) * wi) * (k === 0 ? 1 : 2)) / length;
    }
    return a;
  }

  synthesize(a: Float64Array, weights: Float64Array): readonly [Float64Array, Float64Array] {
    const { re, im, length, cos, sin, first, second } = this;
    const used = Math.min(length, weights.length / 2);
    re.fill(0);
    im.fill(0);
    re[0] = (a[0] ?? 0) * (weights[0] ?? 0);
    im[0] = (a[0] ?? 0) * (weights[1] ?? 0);
    for (let k = 1; k < used; k++) {
      const half = (a[k] ?? absent(k)) / 2;
      const p = half * (weights[2 * k] ?? absent(k));
      const q = half * (weights[2 * k + 1] ?? absent(k));
      const wr = cos[k] ?? absent(k);
      const wi = sin[k] ?? absent(k);
      re[k] = (re[k] ?? absent(k)) + p * wr - q * wi;
      im[k] = (im[k] ?? absent(k)) + p * wi + q * wr;
      // The same coefficient is at N − k, times −i·e^{iπ(N−k)/2N} = e^{−iπk/2N}.
      const m = length - k;
      re[m] = (re[m] ?? absent(m)) + p * wr + q * wi;
      im[m] = (im[m] ?? absent(m)) - p * wi + q * wr;
    }
    this.fourier.apply(re, im);
    for (let i = 0; 2 * i < length; i++) {
      first[2 * i] = re[i] ?? absent(i);
      second[2 * i] = im[i] ?? absent(i);
    }
    for (let i = 0; 2 * i + 1 < length; i++) {
      first[2 * i + 1] = re[length - 1 - i] ?? absent(i);
      second[2 * i + 1] = im[length - 1 - i] ?? absent(i);
    }
    return [first, second];
  }
}
