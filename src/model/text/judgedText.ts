/** Predictions next to the runs that they were compared with. */
import { counted, duration } from '../../base/text.js';
import type { Fraction, Seconds } from '../../base/units.js';
import { errorText } from './errorText.js';

export interface Judged {
  /** Such as `relax_rows balanced over ranks`. */
  readonly change: string;
  readonly predicted: Seconds;
  readonly outcome?: {
    /** Such as `2.51 s ± 40 ms`. */
    readonly measured: string;
    readonly error: Fraction;
    /** Experiments. */
    readonly ids: readonly string[];
  };
}

/** Such as `relax_rows balanced over ranks: predicted 2.43 s, measured 2.51 s ± 40 ms (3 runs), error −3.2 %`. */
export function judgedText({ change, predicted, outcome }: Judged): string {
  const head = `${change}: predicted ${duration(predicted)}`;
  if (outcome === undefined) return `${head}, no run of a changed version yet`;
  const runs = outcome.ids.length === 1 ? '' : ` (${counted(outcome.ids.length, 'run')})`;
  return `${head}, measured ${outcome.measured}${runs}, error ${errorText(outcome.error)}`;
}

interface MeasuredTime {
  readonly mean: Seconds;
  readonly interval?: { readonly high: Seconds };
}

/** Such as `2.51 s ± 40 ms`. */
export function measuredText({ mean, interval }: MeasuredTime): string {
  return interval === undefined ? duration(mean) : `${duration(mean)} ± ${duration(interval.high - mean)}`;
}
