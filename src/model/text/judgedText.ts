/** Predictions next to the runs that they were compared with. */
import { counted, duration } from '../../base/text.js';
import type { Fraction, Seconds } from '../../base/units.js';
import type { Scenario } from '../findings/prediction.js';
import { errorText } from './errorText.js';
import { scenarioText } from './scenarioText.js';

export interface Judged {
  readonly scenarios: readonly Scenario[];
  /** Predicted. */
  readonly runTime: Seconds;
  readonly outcome?: {
    readonly runTime: { readonly mean: Seconds; readonly interval?: { readonly high: Seconds } };
    readonly ids: readonly string[];
    readonly error: Fraction;
  };
}

/** Such as `relax_rows balanced over ranks: predicted 2.43 s, measured 2.51 s ± 40 ms (3 runs), error −3.2 %`. */
export function judgedText(judged: Judged): string {
  return `${judged.scenarios.map(scenarioText).join(', ')}: predicted ${duration(judged.runTime)}, ${outcomeText(judged)}`;
}

/** Such as `measured 2.51 s ± 40 ms (3 runs), error −3.2 %`. */
export function outcomeText({ outcome }: Judged): string {
  if (outcome === undefined) return 'no run of a changed version yet';
  const runs = outcome.ids.length === 1 ? '' : ` (${counted(outcome.ids.length, 'run')})`;
  return `measured ${measuredText(outcome.runTime)}${runs}, error ${errorText(outcome.error)}`;
}

/** Such as `2.51 s ± 40 ms`. */
export function measuredText({ mean, interval }: NonNullable<Judged['outcome']>['runTime']): string {
  return interval === undefined ? duration(mean) : `${duration(mean)} ± ${duration(interval.high - mean)}`;
}
