/** Default recording mode of a run: a trace contains more, but its size is not known at first. */
import type { ExperimentStore } from '../../experiments/index.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import { newestCounted } from './counted.js';
import type { Measurement } from '../configuration/measurement.js';

/** A run of the main job that is to come. */
export interface NextRun {
  readonly program: string;
  /** Name of the target. */
  readonly target: string;
  readonly measurement: Pick<Measurement, 'plan' | 'isModeConfigured'>;
}

/** Recording mode of the run. */
export interface Kept {
  readonly mode: MeasurementPlan['mode'];
  /** Whether it is a trace that follows a run with counted calls, without a request of the user. */
  readonly follows: boolean;
}

/**
 * Returns the recording mode of the next run of a program: the user's choice, if any. Otherwise, it is a profile until
 * a run on the target with equal settings has counted its calls. The trace of an unknown program may need unlimited
 * time and space. After that, it is a trace.
 */
export function modeOf(store: ExperimentStore, { program, target, measurement }: NextRun): Kept {
  const { plan, isModeConfigured } = measurement;
  // The trace size of other measurement systems is unknown, and some support one mode only.
  if (isModeConfigured || plan.system !== undefined) return { mode: plan.mode, follows: false };
  const isKnown = newestCounted(store, { program, target, plan }) !== undefined;
  return isKnown ? { mode: 'trace', follows: true } : { mode: 'profile', follows: false };
}
