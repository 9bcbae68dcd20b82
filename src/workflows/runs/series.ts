import { OVERHEADS_PAGE, overheadsDeclaration } from '../declarations/overheads.js';
import { compareDeclaration } from '../declarations/compare.js';
import { latestOutputs } from '../language/declaration.js';
import type { StepState } from './state.js';

/**
 * The experiments of a run that measured a series, such as a scalability study: those its latest comparison of one is about.
 * @returns none when it made no such comparison
 */
export function seriesIn(steps: readonly Pick<StepState, 'kind' | 'outputs'>[]): string[] {
  for (const step of steps.toReversed()) {
    const compared = latestOutputs(compareDeclaration, [step]);
    if (compared !== undefined && 'points' in compared)
      return compared.points.flatMap(({ experiments }) => experiments);
  }
  return [];
}

/** Returns the run's table of measurement overhead, as a file next to its state; undefined if it has none. */
export function tableIn(steps: readonly Pick<StepState, 'kind' | 'outputs'>[]): string | undefined {
  return latestOutputs(overheadsDeclaration, steps) === undefined ? undefined : OVERHEADS_PAGE;
}
