/** State of the steps of a run, combined by step of the workflow. */
import { counted } from '../../base/text.js';
import type { ShownStep } from '../../protocol/pages/workflow.js';

export interface Live {
  readonly state: ShownStep['state'];
  /** Such as `succeeded, 3 times`. */
  readonly text: string;
  readonly sentence: string;
}

/** From what a person should look at first to what needs no look. */
const urgency: readonly ShownStep['state'][] = ['asking', 'failed', 'running', 'cancelled', 'succeeded', 'skipped'];

/** By key without rounds and combinations: a step of a loop or matrix ran several times. */
export function liveStates(steps: readonly ShownStep[]): ReadonlyMap<string, Live> {
  const byKey = new Map<string, ShownStep[]>();
  for (const step of steps) {
    const key = step.key.replaceAll(/\[[^\]]*\]/g, '');
    byKey.set(key, [...(byKey.get(key) ?? []), step]);
  }
  return new Map([...byKey].map(([key, states]) => [key, liveOf(states)]));
}

function liveOf(states: readonly ShownStep[]): Live {
  const state = urgency.find((word) => states.some((step) => step.state === word)) ?? 'skipped';
  const alike = states.filter((step) => step.state === state);
  const job = alike.length === 1 ? alike.at(0)?.job : undefined;
  return {
    state,
    text: `${state}${states.length > 1 ? `, ${alike.length} of ${counted(states.length, 'time')}` : ''}${job === undefined ? '' : `, job ${job}`}`,
    sentence: alike.at(-1)?.sentence ?? '',
  };
}
