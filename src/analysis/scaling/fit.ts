/** Straight lines through points, by least squares. */
import { student975 } from '../../base/student.js';

/** `constant + slope · x`, with the statistics for the uncertainty of its values. */
export interface Fit {
  readonly constant: number;
  readonly slope: number;
  readonly points: number;
  readonly meanX: number;
  /** Σ (x − mean x)². */
  readonly spread: number;
  /** Standard deviation of the points from the line, with two degrees of freedom less; 0 with two points. */
  readonly deviation: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @returns undefined if all x are the same, so that no slope can be determined */
export function fitLine(x: readonly number[], y: readonly number[]): Fit | undefined {
  const points = x.length;
  const [meanX, meanY] = [sum(x) / points, sum(y) / points];
  const spread = sum(x.map((value) => (value - meanX) ** 2));
  if (!(spread > 0) || !Number.isFinite(spread)) return undefined;
  const slope = sum(x.map((value, i) => (value - meanX) * ((y[i] ?? 0) - meanY))) / spread;
  const constant = meanY - slope * meanX;
  const squares = sum(x.map((value, i) => ((y[i] ?? 0) - constant - slope * value) ** 2));
  return { constant, slope, points, meanX, spread, deviation: points > 2 ? Math.sqrt(squares / (points - 2)) : 0 };
}

/**
 * Whether the slope differs from 0 with a probability of 95 %: its t, the slope over its standard error, exceeds that of
 * Student's distribution (Draper & Smith, Applied Regression Analysis, 1.4).
 */
export function isSignificant({ points, slope, spread, deviation }: Fit): boolean {
  return points > 2 && Math.abs(slope) > (student975(points - 2) * deviation) / Math.sqrt(spread);
}

/**
 * Returns half the width of the 95 % prediction interval of one more measurement, if the line is correct (Draper &
 * Smith, Applied Regression Analysis, 1.4).
 */
export function predictionHalf({ points, meanX, spread, deviation }: Fit, x: number): number {
  if (points < 3) return Infinity;
  return student975(points - 2) * deviation * Math.sqrt(1 + 1 / points + (x - meanX) ** 2 / spread);
}
