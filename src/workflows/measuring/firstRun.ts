/** What is kept of a run where nobody says it: a trace tells more, but how large it will be is not known at first. */
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

/** What is kept of it. */
export interface Kept {
  readonly mode: MeasurementPlan['mode'];
  /** Whether it is a trace that comes after a run whose calls were counted, and nobody asked for it. */
  readonly follows: boolean;
}

/**
 * What is kept of the next run of a program: what people say. Where nobody does, it is a profile as long as no run of it on
 * the target, measured alike, has its calls counted, since a trace of an unknown program may take any time and room; and
 * a trace after that.
 */
export function modeOf(store: ExperimentStore, { program, target, measurement }: NextRun): Kept {
  const { plan, isModeConfigured } = measurement;
  // Of other measurement systems nobody knows how large their traces will be, and some keep one thing only.
  if (isModeConfigured || plan.system !== undefined) return { mode: plan.mode, follows: false };
  const isKnown = newestCounted(store, { program, target, plan }) !== undefined;
  return isKnown ? { mode: 'trace', follows: true } : { mode: 'profile', follows: false };
}
