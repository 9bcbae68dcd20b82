import { absent } from '../../base/elements.js';
import { powerOfTwo } from './powerOfTwo.js';

/** Lengths with larger prime factors are computed as a convolution (Bluestein). */
const LARGEST_FACTOR = 7;

/**
 * The discrete Fourier transform z'[k] = Σ_n z[n]·e^{+2πi·kn/N} of one length, without a factor in front. For the other
 * sign, real and imaginary parts change places, in the data and in the result.
 */
export interface FourierTransform {
  /** In place. @param re, im length N */
  apply(re: Float64Array, im: Float64Array): void;
}

/** @param length at least 1 */
export function fourierTransform(length: number): FourierTransform {
  const quick = powerOfTwo(length);
  if (quick !== undefined) return quick;
  const factors = factorsOf(length);
  return factors === undefined ? new Bluestein(length) : new Stockham(length, factors);
}

/** Fours first, then two, three, five, seven; undefined where a larger prime is among them. */
function factorsOf(length: number): number[] | undefined {
  const factors: number[] = [];
  let rest = length;
  for (const factor of [4, 2, 3, 5, LARGEST_FACTOR]) {
    for (; rest % factor === 0; rest /= factor) factors.push(factor);
  }
  return rest === 1 ? factors : undefined;
}

/** Mixed radices, sorted as it goes (Stockham): one pass a factor, from one pair of columns to another. */
class Stockham implements FourierTransform {
  private readonly cos: Float64Array;
  private readonly sin: Float64Array;
  private readonly otherRe: Float64Array;
  private readonly otherIm: Float64Array;

  constructor(
    private readonly length: number,
    private readonly factors: readonly number[],
  ) {
    this.cos = Float64Array.from({ length }, (_, k) => Math.cos((2 * Math.PI * k) / length));
    this.sin = Float64Array.from({ length }, (_, k) => Math.sin((2 * Math.PI * k) / length));
    this.otherRe = new Float64Array(length);
    this.otherIm = new Float64Array(length);
  }

  apply(re: Float64Array, im: Float64Array): void {
    let [xr, xi, yr, yi] = [re, im, this.otherRe, this.otherIm];
    let stride = 1;
    for (const factor of this.factors) {
      if (factor === 4) this.passOfFour(stride, xr, xi, yr, yi);
      else if (factor === 2) this.passOfTwo(stride, xr, xi, yr, yi);
      else this.passOf(factor, stride, xr, xi, yr, yi);
      stride *= factor;
      [xr, xi, yr, yi] = [yr, yi, xr, xi];
    }
    if (xr !== re) {
      re.set(xr);
      im.set(xi);
    }
  }

  private passOfTwo(stride: number, xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array): void {
    const half = this.length / 2;
    for (let q = 0, from = 0; from < half; q++, from += stride) {
      const wr = this.cos[q * stride] ?? absent(q);
      const wi = this.sin[q * stride] ?? absent(q);
      for (let k = 0; k < stride; k++) {
        const a = from + k;
        const to = 2 * from + k;
        const ar = xr[a] ?? absent(a);
        const ai = xi[a] ?? absent(a);
        const br = xr[a + half] ?? absent(a);
        const bi = xi[a + half] ?? absent(a);
        yr[to] = ar + br;
        yi[to] = ai + bi;
        yr[to + stride] = (ar - br) * wr - (ai - bi) * wi;
        yi[to + stride] = (ar - br) * wi + (ai - bi) * wr;
      }
    }
  }

  private passOfFour(stride: number, xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array): void {
    const quarter = this.length / 4;
    const { cos, sin } = this;
    for (let q = 0, from = 0; from < quarter; q++, from += stride) {
      const w1r = cos[q * stride] ?? absent(q);
      const w1i = sin[q * stride] ?? absent(q);
      const w2r = cos[2 * q * stride] ?? absent(q);
      const w2i = sin[2 * q * stride] ?? absent(q);
      const w3r = cos[3 * q * stride] ?? absent(q);
      const w3i = sin[3 * q * stride] ?? absent(q);
      for (let k = 0; k < stride; k++) {
        const a = from + k;
        const to = 4 * from + k;
        const ar = xr[a] ?? absent(a);
        const ai = xi[a] ?? absent(a);
        const br = xr[a + quarter] ?? absent(a);
        const bi = xi[a + quarter] ?? absent(a);
        const cr = xr[a + 2 * quarter] ?? absent(a);
        const ci = xi[a + 2 * quarter] ?? absent(a);
        const dr = xr[a + 3 * quarter] ?? absent(a);
        const di = xi[a + 3 * quarter] ?? absent(a);
        const sr = ar + cr;
        const si = ai + ci;
        const tr = ar - cr;
        const ti = ai - ci;
        const ur = br + dr;
        const ui = bi + di;
        // i·(b − d)
        const vr = di - bi;
        const vi = br - dr;
        yr[to] = sr + ur;
        yi[to] = si + ui;
        yr[to + stride] = (tr + vr) * w1r - (ti + vi) * w1i;
        yi[to + stride] = (tr + vr) * w1i + (ti + vi) * w1r;
        yr[to + 2 * stride] = (sr - ur) * w2r - (si - ui) * w2i;
        yi[to + 2 * stride] = (sr - ur) * w2i + (si - ui) * w2r;
        yr[to + 3 * stride] = (tr - vr) * w3r - (ti - vi) * w3i;
        yi[to + 3 * stride] = (tr - vr) * w3i + (ti - vi) * w3r;
      }
    }
  }

  private passOf(
    factor: number,
    stride: number,
    xr: Float64Array,
    xi: Float64Array,
    yr: Float64Array,
    yi: Float64Array,
  ): void {
    const { length, cos, sin } = this;
    const part = length / factor;
    for (let q = 0, from = 0; from < part; q++, from += stride) {
      for (let r = 0; r < factor; r++) {
        for (let k = 0; k < stride; k++) {
          let [sr, si] = [0, 0];
          for (let j = 0; j < factor; j++) {
            const a = from + k + j * part;
            const turn = ((j * r) % factor) * part;
            const wr = cos[turn] ?? absent(turn);
            const wi = sin[turn] ?? absent(turn);
            const ar = xr[a] ?? absent(a);
            const ai = xi[a] ?? absent(a);
            sr += ar * wr - ai * wi;
            si += ar * wi + ai * wr;
          }
          const wr = cos[q * stride * r] ?? absent(q);
          const wi = sin[q * stride * r] ?? absent(q);
          const to = factor * from + r * stride + k;
          yr[to] = sr * wr - si * wi;
          yi[to] = sr * wi + si * wr;
        }
      }
    }
  }
}

/** Any length as a convolution with a chirp, of a length that is a power of two (Bluestein 1970). */
class Bluestein implements FourierTransform {
  private readonly inner: FourierTransform;
  private readonly chirpRe: Float64Array;
  private readonly chirpIm: Float64Array;
  private readonly filterRe: Float64Array;
  private readonly filterIm: Float64Array;
  private readonly re: Float64Array;
  private readonly im: Float64Array;

  constructor(private readonly length: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * length - 1));
    this.inner = fourierTransform(size);
    // The angle of k² is taken modulo a whole turn before it is made a floating point number.
    const angle = (k: number): number => (Math.PI * Number((BigInt(k) * BigInt(k)) % BigInt(2 * length))) / length;
    this.chirpRe = Float64Array.from({ length }, (_, k) => Math.cos(angle(k)));
    this.chirpIm = Float64Array.from({ length }, (_, k) => Math.sin(angle(k)));
    this.filterRe = new Float64Array(size);
    this.filterIm = new Float64Array(size);
    for (let k = 0; k < length; k++) {
      for (const at of new Set([k, (size - k) % size])) {
        this.filterRe[at] = (this.chirpRe[k] ?? absent(k)) / size;
        this.filterIm[at] = -(this.chirpIm[k] ?? absent(k)) / size;
      }
    }
    this.inner.apply(this.filterIm, this.filterRe);
    this.re = new Float64Array(size);
    this.im = new Float64Array(size);
  }

  apply(xr: Float64Array, xi: Float64Array): void {
    const { re, im, length } = this;
    re.fill(0);
    im.fill(0);
    this.turned(xr, xi, re, im);
    this.inner.apply(im, re);
    for (let k = 0; k < re.length; k++) {
      const ar = re[k] ?? absent(k);
      const ai = im[k] ?? absent(k);
      const br = this.filterRe[k] ?? absent(k);
      const bi = this.filterIm[k] ?? absent(k);
      re[k] = ar * br - ai * bi;
      im[k] = ar * bi + ai * br;
    }
    this.inner.apply(re, im);
    this.turned(re.subarray(0, length), im.subarray(0, length), xr, xi);
  }

  /** Multiplies with the chirp. */
  private turned(xr: Float64Array, xi: Float64Array, yr: Float64Array, yi: Float64Array): void {
    for (let k = 0; k < this.length; k++) {
      const ar = xr[k] ?? absent(k);
      const ai = xi[k] ?? absent(k);
      const br = this.chirpRe[k] ?? absent(k);
      const bi = this.chirpIm[k] ?? absent(k);
      yr[k] = ar * br - ai * bi;
      yi[k] = ar * bi + ai * br;
    }
  }
}
