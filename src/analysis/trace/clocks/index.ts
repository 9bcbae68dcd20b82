import type { Problem } from '../../../base/problem.js';
import { duration, grouped } from '../../../base/text.js';
import type { ClockViolations } from './violations.js';

export { clockCorrections } from './clockCorrection.js';
export { causalGraphOf } from './constraints.js';
export { correctedSeekable, correctedTrace } from './correctedTrace.js';
export { ClockViolations } from './violations.js';

/** Violations up to this size, in seconds, change no severity that matters; larger ones are corrected. */
export const TOLERABLE = 1e-6;

/** Returns the problem with the clocks of a trace, and the correction; nothing if they agree. */
export function clockProblem(found: ClockViolations, remaining?: ClockViolations): Problem[] {
  if (found.count === 0) return [];
  const what =
    `The clocks of the processes disagree: ${grouped(found.count)} of ` +
    `${grouped(found.checked)} receives and ends of collective operations were recorded before their ` +
    `cause, by up to ${duration(found.largest)}`;
  if (remaining === undefined) {
    const effect = found.largest > TOLERABLE ? 'waiting times up to that size are uncertain' : 'too little to matter';
    return [{ level: found.largest > TOLERABLE ? 'warning' : 'information', message: `${what}; ${effect}.` }];
  }
  const left =
    remaining.count === 0
      ? 'none is left'
      : `${grouped(remaining.count)} are left, by up to ${duration(remaining.largest)}`;
  const level = remaining.count === 0 ? 'information' : 'warning';
  return [{ level, message: `${what}. Times were corrected with the controlled logical clock; ${left}.` }];
}
