/**
 * Cost of measuring a function in addition to its work, by the model of Oleynik (2014), 4.2 and 4.3. Of the cost of a
 * call of a hook, p remains in corrected times and q is subtracted from them; 2 (p + q) is the cost of recording a call
 * (T_ovhd).
 */
import type { Seconds } from '../../base/units.js';
import type { FunctionStatistics } from './statistics.js';

/** Total Overhead Reduction, for what waits for others; Prolog Overhead Reduction, for what one core does. */
export const STRATEGIES = ['tor', 'por'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Cost of recording. */
export interface RecordingCost {
  /** Of a call, its enter and its leave together. */
  readonly pair: Seconds;
  /** Part of a hook's cost that remains in the times: p. */
  readonly rest: Seconds;
}

/** Percent of the pure time above which a function is excluded (4.3). */
export const THRESHOLD = 5;

/**
 * The part of a hook's cost that stays in times (p).
 * @param compensated half of the 95 % interval of the calibration where recording was taken out of the times
 */
export function recordingCost(pair: Seconds, compensated: { readonly halfWidth: Seconds } | undefined): RecordingCost {
  return { pair, rest: compensated === undefined ? pair / 2 : Math.min(pair / 2, compensated.halfWidth) };
}

/** Time of a function and what it calls without any recording: exec − n_x p − 2 n_n p (4.2). */
export function pureTime(
  { calls, nestedCalls, inclusive }: Pick<FunctionStatistics, 'calls' | 'nestedCalls' | 'inclusive'>,
  { rest }: RecordingCost,
): Seconds {
  return inclusive - calls * rest - 2 * nestedCalls * rest;
}

/** Percent of the pure time that recording takes; infinite where nothing is left of it (figures 4.3 and 4.5). */
export function relativeOverhead(
  strategy: Strategy,
  statistics: Pick<FunctionStatistics, 'calls' | 'nestedCalls' | 'inclusive'>,
  cost: RecordingCost,
): number {
  const pure = pureTime(statistics, cost);
  const each = strategy === 'tor' ? cost.pair : 2 * cost.rest;
  return pure > 0 ? (100 * statistics.calls * each) / pure : Infinity;
}
