/** Acceptance criteria: what a tuned version must reach before it is accepted. */
import type { Fraction, Seconds } from '../../model/units.js';

/** One criterion about the last group of a comparison. */
export type Criterion =
  /** Share of the total time that a property may take. */
  | { readonly kind: 'share'; readonly property: string; readonly atMost: Fraction }
  /** Seconds, all locations together, that a property may take. */
  | { readonly kind: 'seconds'; readonly property: string; readonly atMost: Seconds }
  /** Wall-clock time of the run. */
  | { readonly kind: 'runTime'; readonly atMost: Seconds }
  /** Wall-clock time against the first group: not shown slower, or shown faster. */
  | { readonly kind: 'notSlower' }
  | { readonly kind: 'faster' };

export interface CriterionResult {
  /** As it was written. */
  readonly text: string;
  readonly criterion: Criterion;
  /** `unknown` where the runs do not allow to say, such as single runs or a property that was not measured. */
  readonly state: 'met' | 'missed' | 'unknown';
  /** One sentence with the numbers. */
  readonly sentence: string;
}

export interface AcceptanceResult {
  /** All criteria are met. */
  readonly accepted: boolean;
  readonly results: readonly CriterionResult[];
}
