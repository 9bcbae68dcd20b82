import type { Fraction } from '../../base/units.js';
import type { IterationStream } from '../live/iterations/stream.js';
import { FIRST_TEST } from './tests.js';
import { windowOf } from './window.js';

/** How much longer iterations took than the 16 before, by the mean over ranks; undefined where either is not known any more. */
export function slowdownOf(stream: IterationStream, first: number, count: number): Fraction | undefined {
  if (first < FIRST_TEST || count < 1 || stream.reached < first + count) return undefined;
  const during = windowOf(stream, first, count);
  const before = windowOf(stream, first - FIRST_TEST, FIRST_TEST);
  if (during === undefined || before === undefined || before.loopTime <= 0) return undefined;
  return during.loopTime / count / (before.loopTime / FIRST_TEST) - 1;
}
