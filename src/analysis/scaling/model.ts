/** The function of the number of ranks that fits measured values best (Extra-P). */
import type { Fraction } from '../../base/units.js';
import { type Fit, fitLine, isSignificant, predictionHalf } from './fit.js';
import { type ScalingTerm, TERMS, termAt } from './terms.js';

/** Minimum number of rank counts to distinguish functions. */
export const LEAST_POINTS = 5;

/**
 * A model that misses points by more is none: with a symmetric error of 80 %, a value and its prediction differ by a
 * factor of 7/3.
 */
export const MOST_ERROR: Fraction = 0.8;

/** A coefficient whose part is smaller, at every point, is none. */
const LEAST_PART = 0.0005;

/** Mean of repeated runs with one number of ranks. */
export interface ScalingPoint {
  readonly ranks: number;
  readonly value: number;
}

/** How a value depends on the ranks. */
export interface ScalingGrowth {
  readonly coefficient: number;
  readonly term: ScalingTerm;
  readonly fit: Fit;
  /** Whether the model is smaller at the most ranks that were measured than at the fewest. */
  readonly isFalling: boolean;
}

/** `constant + coefficient · term(p)`; without a term the value does not depend on the ranks, as far as known. */
export interface ScalingModel {
  readonly constant: number;
  readonly growth?: ScalingGrowth;
  /**
   * By how much the model misses a point that it was made without: the symmetric mean absolute percentage error over all
   * points, 0 to 2.
   */
  readonly error: Fraction;
  /** False where even the best model misses points by more than MOST_ERROR: nothing can be predicted. */
  readonly isReliable: boolean;
}

export interface Prediction {
  readonly value: number;
  /** The 95 % interval of one more measurement, if the term is correct; omitted for a constant. */
  readonly interval?: { readonly low: number; readonly high: number };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Symmetric error of one prediction: 0 where both are 0, at most 2. */
function symmetricError(predicted: number, actual: number): number {
  const size = Math.abs(predicted) + Math.abs(actual);
  return size === 0 ? 0 : (2 * Math.abs(predicted - actual)) / size;
}

/**
 * Returns the mean error if each point is predicted from all others. @param predict undefined: no prediction is
 * possible
 */
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

interface Candidate {
  readonly term: ScalingTerm;
  readonly fit: Fit;
  readonly error: Fraction;
}

/**
 * Of all terms the one that, by least squares, predicts points best which it was made without. It is kept if its slope is
 * significant, and if it does better than a constant, which is judged by all of its points: it has less to fit. Otherwise
 * the value stays the same.
 * @param points one for each number of ranks, at least 1
 * @returns undefined with fewer than LEAST_POINTS
 */
export function fitScaling(points: readonly ScalingPoint[]): ScalingModel | undefined {
  if (points.length < LEAST_POINTS) return undefined;
  const constant = mean(points.map(({ value }) => value));
  const error = leaveOneOut(points, (others) => mean(others.map(({ value }) => value)));
  const candidates = TERMS.flatMap((term) => candidateOf(points, term) ?? []);
  const least = candidates.reduce((smallest, one) => Math.min(smallest, one.error), error);
  if (least > MOST_ERROR) return { constant, error: least, isReliable: false };
  const missed = mean(points.map(({ value }) => symmetricError(constant, value)));
  const found = candidates.filter(({ fit }) => isSignificant(fit)).reduce(better, undefined);
  if (found === undefined || found.error >= missed) return { constant, error, isReliable: error <= MOST_ERROR };
  if (found.error > MOST_ERROR) return { constant, error: found.error, isReliable: false };
  const { term, fit } = found;
  const growth = { coefficient: fit.slope, term, fit, isFalling: isFalling(points, term, fit.slope) };
  return { constant: cleaned(points, fit.constant), growth, error: found.error, isReliable: true };
}

/** The first of those with the least error. */
const better = (best: Candidate | undefined, one: Candidate): Candidate =>
  best === undefined || one.error < best.error ? one : best;

function candidateOf(points: readonly ScalingPoint[], term: ScalingTerm): Candidate | undefined {
  const fit = fitTerm(points, term);
  if (fit === undefined || !contributes(points, term, fit.slope)) return undefined;
  const error = leaveOneOut(points, (others, ranks) => {
    const line = fitTerm(others, term);
    return line === undefined ? undefined : line.constant + line.slope * termAt(term, ranks);
  });
  return { term, fit, error };
}

function isFalling(points: readonly ScalingPoint[], term: ScalingTerm, slope: number): boolean {
  const ranks = points.map((point) => point.ranks);
  return slope * (termAt(term, Math.max(...ranks)) - termAt(term, Math.min(...ranks))) < 0;
}

const contributes = (points: readonly ScalingPoint[], term: ScalingTerm, slope: number): boolean =>
  points.some(({ ranks, value }) => Math.abs(slope * termAt(term, ranks)) >= LEAST_PART * Math.abs(value));

function cleaned(points: readonly ScalingPoint[], constant: number): number {
  const least = Math.min(...points.map(({ value }) => Math.abs(value)));
  return Math.abs(constant) < LEAST_PART * least ? 0 : constant;
}

/** Returns the prediction of a model. @param ranks at least 1 @returns undefined if it is not reliable */
export function predict({ constant, growth, isReliable }: ScalingModel, ranks: number): Prediction | undefined {
  if (!isReliable) return undefined;
  if (growth === undefined) return { value: constant };
  const x = termAt(growth.term, ranks);
  const value = constant + growth.coefficient * x;
  const half = predictionHalf(growth.fit, x);
  return { value, interval: { low: value - half, high: value + half } };
}
