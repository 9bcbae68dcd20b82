/** An experiment as it appears in lists. */
import type { Fraction, Seconds } from '../base/units.js';

export type ExperimentState = 'complete' | 'failed' | 'cancelled' | 'running' | 'damaged';

export interface ExperimentSummary {
  readonly id: string;
  /** `damaged` when its files cannot be read; `problem` then contains the reason. */
  readonly state: ExperimentState;
  readonly problem?: string;
  /** Name given by the person, else derived from the program and the run. */
  readonly name: string;
  readonly program: string;
  /** ISO 8601. */
  readonly created: string;
  readonly target: string;
  readonly processes: number;
  /** Present for measurements that contain sums but no events. */
  readonly measurement?: 'profile';
  /** Time of all locations together, and wall-clock span. */
  readonly totalTime?: Seconds;
  readonly span?: Seconds;
  readonly worst?: { readonly property?: string; readonly title: string; readonly severity: Fraction };
  /** Short warning: the reason why these numbers are unreliable. */
  readonly doubt?: string;
  readonly note?: string;
  readonly tags: readonly string[];
  readonly baseline: boolean;
  /** Absolute path. */
  readonly folder: string;
}

/** Which experiments are asked for. */
export interface ExperimentChoice {
  /** So many of the newest; null for all. */
  readonly newest: number | null;
  /** Additional experiments, in any location; those that no longer exist are excluded. */
  readonly besides: readonly string[];
}

/** So many are listed at first, and more at a time on demand. */
export const PORTION = 100;

export const ALL_EXPERIMENTS: ExperimentChoice = { newest: null, besides: [] };

export interface ExperimentList {
  /** Newest first. The selected one is always among them. */
  readonly experiments: readonly ExperimentSummary[];
  /** How many there are. */
  readonly all: number;
  /** Whether a prediction is kept with any experiment, listed or not. */
  readonly hasPredictions: boolean;
}

/** One way to write an experiment for others. */
export interface ExportChoice {
  readonly to: string;
  readonly title: string;
  /** Programs that read the format. */
  readonly readers: string;
  /** File extension; omitted if the format is a folder. */
  readonly ending?: string;
}
