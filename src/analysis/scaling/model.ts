/** The function of the number of ranks that fits measured values best (Extra-P). */
import type { Fraction } from '../../base/units.js';
import { type Fit, fitLine, predictionHalf } from './fit.js';
import { type ScalingTerm, TERMS, termAt } from './terms.js';

/** Fewer numbers of ranks do not tell functions apart. */
export const LEAST_POINTS = 5;

/** A coefficient whose part is smaller, at every point, is none. */
const LEAST_PART = 0.0005;

/** Mean of repeated runs with one number of ranks. */
export interface ScalingPoint {
  readonly ranks: number;
  readonly value: number;
}

/** `constant + coefficient · term(p)`; without a term the value does not depend on the ranks. */
export interface ScalingModel {
  readonly constant: number;
  readonly growth?: { readonly coefficient: number; readonly term: ScalingTerm; readonly fit: Fit };
  /**
   * By how much the model misses a point that it was made without: the symmetric mean absolute percentage error over all
   * points, 0 to 2.
   */
  readonly error: Fraction;
}

export interface Prediction {
  readonly value: number;
  /** The 95 % interval of one more measurement, provided that the term is the right one; left out for a constant. */
  readonly interval?: { readonly low: number; readonly high: number };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Symmetric error of one prediction: 0 where both are 0, at most 2. */
function symmetricError(predicted: number, actual: number): number {
  const size = Math.abs(predicted) + Math.abs(actual);
  return size === 0 ? 0 : (2 * Math.abs(predicted - actual)) / size;
}

/** Mean error where each point is predicted from all others. @param predict undefined: it cannot be told */
function leaveOneOut(
  points: readonly ScalingPoint[],
  predict: (others: readonly ScalingPoint[], ranks: number) => number | undefined,
): number {
  const errors = points.map((point, left) => {
    const predicted = predict(
      points.filter((_, index) => index !== left),
      point.ranks,
    );
    return predicted === undefined ? Infinity : symmetricError(predicted, point.value);
  });
  return mean(errors);
}

function fitTerm(points: readonly ScalingPoint[], term: ScalingTerm): Fit | undefined {
  return fitLine(
    points.map(({ ranks }) => termAt(term, ranks)),
    points.map(({ value }) => value),
  );
}

/**
 * Of all terms the one that, by least squares, predicts points best which it was made without, where it does so better
 * than a constant.
 * @param points one for each number of ranks, at least 1
 * @returns undefined with fewer than LEAST_POINTS
 */
export function fitScaling(points: readonly ScalingPoint[]): ScalingModel | undefined {
  if (points.length < LEAST_POINTS) return undefined;
  let best: ScalingModel = {
    constant: mean(points.map(({ value }) => value)),
    error: leaveOneOut(points, (others) => mean(others.map(({ value }) => value))),
  };
  for (const term of TERMS) {
    const fit = fitTerm(points, term);
    if (fit === undefined || !contributes(points, term, fit.slope)) continue;
    const error = leaveOneOut(points, (others, ranks) => {
      const line = fitTerm(others, term);
      return line === undefined ? undefined : line.constant + line.slope * termAt(term, ranks);
    });
    if (error < best.error)
      best = { constant: cleaned(points, fit.constant), growth: { coefficient: fit.slope, term, fit }, error };
  }
  return best;
}

const contributes = (points: readonly ScalingPoint[], term: ScalingTerm, slope: number): boolean =>
  points.some(({ ranks, value }) => Math.abs(slope * termAt(term, ranks)) >= LEAST_PART * Math.abs(value));

function cleaned(points: readonly ScalingPoint[], constant: number): number {
  const least = Math.min(...points.map(({ value }) => Math.abs(value)));
  return Math.abs(constant) < LEAST_PART * least ? 0 : constant;
}

/** What a model expects. @param ranks at least 1 */
export function predict({ constant, growth }: ScalingModel, ranks: number): Prediction {
  if (growth === undefined) return { value: constant };
  const x = termAt(growth.term, ranks);
  const value = constant + growth.coefficient * x;
  const half = predictionHalf(growth.fit, x);
  return { value, interval: { low: value - half, high: value + half } };
}
