import type { Fraction, Seconds } from '../../base/units.js';

/** Less than this is a difference by rounding. */
const LEAST_DOUBT: Fraction = 1e-6;

/**
 * Confidence of a prediction whose changes reverse orders of messages or locks: min(R', R'') / max(R', R''). R' is the
 * predicted run time with the measured orders. R'' is that of a second replay in which the first comes first. The share
 * 1 − confidence of the longer run time thus rests on these orders. It is 1 if no order is reversed, or if the reversed
 * orders do not affect the run time.
 * @param kept R'
 * @param firstCome R''
 */
export function confidenceOf(kept: Seconds, firstCome: Seconds): Fraction {
  const [less, more] = [Math.min(kept, firstCome), Math.max(kept, firstCome)];
  const confidence = more > 0 ? Math.max(0, less / more) : 1;
  return confidence > 1 - LEAST_DOUBT ? 1 : confidence;
}
