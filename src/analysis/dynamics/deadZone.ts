import { absent, elementAt } from '../../base/elements.js';
import { quantiles } from '../../base/quantiles.js';

/** The median of absolute values of a normal distribution, in standard deviations. */
const MEDIAN_OF_NORMAL = 0.6744897501960817;

/** Standard deviation of noise in a series, from the differences of neighbors, which jumps hardly change. */
export function noiseOf(values: Float64Array): number {
  if (values.length < 2) return 0;
  const steps = new Float64Array(values.length - 1);
  for (let i = 0; i < steps.length; i++) steps[i] = Math.abs((values[i + 1] ?? absent(i)) - (values[i] ?? absent(i)));
  return elementAt(quantiles(steps, [0.5]), 0) / Math.SQRT2 / MEDIAN_OF_NORMAL;
}

/**
 * Returns the amplitude below which a series is flat: the largest of 1.5 deviations of noise, 5 % of the 5th to 95th
 * percentile, 1 % of the mean.
 */
export function deadZone(values: Float64Array, noise: number, mean: number): number {
  if (values.length === 0) return 0;
  const [low = 0, high = 0] = quantiles(values.slice(), [0.05, 0.95]);
  return Math.max(1.5 * noise, 0.05 * (high - low), 0.01 * Math.abs(mean));
}
