/** Predicted gains as people read them. */
import { duration, percent } from '../../base/text.js';
import type { Gain } from '../findings/prediction.js';
import { scenarioText } from './scenarioText.js';

/** Limits of all predictions, a sentence each. */
export const UNMODELED = [
  'Predictions keep the measured order of messages and locks.',
  'Caches, memory bandwidth and clock frequency are not modeled.',
] as const;

type Saved = Pick<Gain, 'saved' | 'share' | 'confidence'>;

/** Such as `1.1 s (31 %)`, or `1.1 s (31 %, confidence 72 %)` if orders may change. */
export function savedText({ saved, share, confidence = 1 }: Saved): string {
  const doubt = confidence < 1 ? `, confidence ${percent(confidence)}` : '';
  return `${duration(saved)} (${percent(share)}${doubt})`;
}

/** Such as `saves up to 1.1 s (31 %)`. */
export function gainText(gain: Saved): string {
  return `saves up to ${savedText(gain)}`;
}

/** Such as `relax_rows balanced over ranks: 3.53 s → 2.43 s`. */
export function changeOfRunText({ scenario, runTime, saved }: Gain): string {
  return `${scenarioText(scenario)}: ${duration(runTime + saved)} → ${duration(runTime)}`;
}
