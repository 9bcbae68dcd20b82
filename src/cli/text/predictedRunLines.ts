/** The run that predictions or bounds are about. */
import { duration, plainLine } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { type Layout, wrap } from '../terminal/layout.js';

export interface PredictedRun {
  readonly program: string;
  readonly runTime: Seconds;
  /** Warning about the numbers, in a few words. */
  readonly doubt?: string;
}

/** Its measured run time, and why that is unreliable. */
export function* predictedRunLines(
  { program, runTime, doubt }: PredictedRun,
  { width, style }: Layout,
): Generator<string> {
  yield style.bold(`${plainLine(program)}: ${duration(runTime)}`);
  if (doubt !== undefined) yield* wrap(`${doubt}. trimtab analyze has the details.`, width);
  yield '';
}
