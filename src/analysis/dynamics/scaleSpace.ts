import { absent, elementAt } from '../../base/elements.js';
import { type CosineTransform, cosineTransform } from './cosine.js';
import type { SignChanges } from './powerOfTwo.js';
import { slopeVariance, varianceLeft } from './kernel.js';

/** Scales an octave. */
export const SCALES_PER_OCTAVE = 4;
const FINEST = 0.5;
/** Series of up to so many samples are seen at each sample on every scale. */
const LONGEST_IN_FULL = 512;
/** Frequencies that smoothing leaves less than e^−30 of are not computed: what is lost is below what counts as zero. */
const NEGLIGIBLE = 30;

/** One scale of series of a length: smoothing with T(·, t), t = sigma². */
export interface Scale {
  readonly index: number;
  /** Standard deviation of the smoothing, in iterations. */
  readonly sigma: number;
  /** Deviation of smoothed white noise of deviation 1: of a value, and of a slope between neighbors. */
  readonly valueNoise: number;
  readonly slopeNoise: number;
  /** e^{−tλ} of the cosines, up to the first that does not count; that of the curvature is −2λ·e^{−tλ}. */
  readonly smoothing: Float64Array;
  /** At how many evenly spread places the curvature is computed. */
  readonly places: number;
}

/** One or two scales with as many places, whose curvatures are computed at once. */
export interface ScalePair {
  readonly scales: readonly Scale[];
  /** Of each coefficient for the one scale and the other one. */
  readonly curvature: Float64Array;
}

/** The scales σ = ½·2^{k/4} ≤ N/4 of all series of one length (dynamics.md, 3.2), finest first. */
export class ScaleSpace {
  readonly scales: readonly Scale[];
  /** All scales, finest first. */
  readonly pairs: readonly ScalePair[];
  private readonly rest: Float64Array;
  private readonly transforms = new Map<number, CosineTransform>();

  /** @param length at least 2 */
  constructor(readonly length: number) {
    const lambda = Float64Array.from({ length }, (_, k) => 2 * Math.sin((Math.PI * k) / (2 * length)) ** 2);
    const count = Math.max(1, Math.floor(SCALES_PER_OCTAVE * Math.log2(Math.max(length / 4, FINEST) / FINEST)) + 1);
    this.scales = Array.from({ length: count }, (_, index) => scaleOf(index, lambda));
    this.pairs = pairsOf(this.scales, lambda);
    this.rest = new Float64Array(length);
  }

  /** Coefficients of a series less its mean. */
  analyze(values: Float64Array, mean: number): Float64Array {
    const { rest } = this;
    for (let i = 0; i < rest.length; i++) rest[i] = (values[i] ?? absent(i)) - mean;
    return this.transform(this.length).analyze(rest);
  }

  /**
   * Curvatures of a series on two scales; valid until the next are asked for.
   * @param coefficients as `analyze` gives them
   */
  curvatures(coefficients: Float64Array, { scales, curvature }: ScalePair): readonly [Float64Array, Float64Array] {
    return this.transform(elementAt(scales, 0).places).synthesize(coefficients, curvature);
  }

  /**
   * Returns their sign changes with slopes, valid until the next request.
   * @param zero curvatures up to this size have no sign
   * @returns undefined if such a curvature exists, and for lengths for which only curvatures are available
   */
  signChanges(
    coefficients: Float64Array,
    { scales, curvature }: ScalePair,
    zero: number,
  ): readonly [SignChanges, SignChanges] | undefined {
    const { places } = elementAt(scales, 0);
    return this.transform(places).signChanges?.(coefficients, curvature, {
      ...{ isPair: scales.length > 1, step: this.length / places, zero },
    });
  }

  /** Two smoothed series, less their mean, at all samples; valid until the next are asked for. */
  smoothed(coefficients: Float64Array, one: Scale, other: Scale): readonly [Float64Array, Float64Array] {
    return this.transform(this.length).synthesize(coefficients, joined(one.smoothing, other.smoothing));
  }

  private transform(length: number): CosineTransform {
    let known = this.transforms.get(length);
    if (known === undefined) this.transforms.set(length, (known = cosineTransform(length)));
    return known;
  }
}

function pairsOf(scales: readonly Scale[], lambda: Float64Array): ScalePair[] {
  const pairs: ScalePair[] = [];
  const curvature = ({ smoothing }: Scale): Float64Array =>
    smoothing.map((weight, k) => -2 * (lambda[k] ?? absent(k)) * weight);
  for (let k = 0; k < scales.length; k++) {
    const one = elementAt(scales, k);
    const next = scales[k + 1];
    const isPair = next?.places === one.places;
    pairs.push({
      scales: isPair ? [one, next] : [one],
      curvature: joined(curvature(one), isPair ? curvature(next) : new Float64Array(0)).subarray(0, 2 * one.places),
    });
    if (isPair) k++;
  }
  return pairs;
}

/** Numbers of both lists in turn, 0 where one ends. */
function joined(one: Float64Array, other: Float64Array): Float64Array {
  const pairs = new Float64Array(2 * Math.max(one.length, other.length));
  for (let k = 0; k < one.length; k++) pairs[2 * k] = one[k] ?? absent(k);
  for (let k = 0; k < other.length; k++) pairs[2 * k + 1] = other[k] ?? absent(k);
  return pairs;
}

function scaleOf(index: number, lambda: Float64Array): Scale {
  const sigma = FINEST * 2 ** (index / SCALES_PER_OCTAVE);
  const t = sigma * sigma;
  const length = lambda.length;
  let used = lambda.findIndex((value) => t * value > NEGLIGIBLE + 10);
  if (used < 0) used = length;
  const smoothing = lambda.subarray(0, used).map((value) => Math.exp(-t * value));
  return {
    index,
    sigma,
    valueNoise: Math.sqrt(varianceLeft(t)),
    slopeNoise: Math.sqrt(2 * slopeVariance(t)),
    smoothing,
    places: placesOf(t, lambda),
  };
}

/** A power of two from which on frequencies are negligible; all samples where there is none, and of short series. */
function placesOf(t: number, lambda: Float64Array): number {
  const length = lambda.length;
  if (length <= LONGEST_IN_FULL) return length;
  for (let places = 16; places < length; places *= 2) {
    if (t * elementAt(lambda, places) >= NEGLIGIBLE) return places;
  }
  return length;
}
