/** An experiment as lists are told of it. */
import type { Fraction, Seconds } from '../base/units.js';

export type ExperimentState = 'complete' | 'failed' | 'cancelled' | 'running' | 'damaged';

export interface ExperimentSummary {
  readonly id: string;
  /** `damaged` when its files cannot be read; `problem` then says why. */
  readonly state: ExperimentState;
  readonly problem?: string;
  /** Name given by the person, else derived from the program and the run. */
  readonly name: string;
  readonly program: string;
  /** ISO 8601. */
  readonly created: string;
  readonly target: string;
  readonly processes: number;
  /** Where sums were measured, without events. */
  readonly measurement?: 'profile';
  /** Time of all locations together, and wall-clock span. */
  readonly totalTime?: Seconds;
  readonly span?: Seconds;
  readonly worst?: { readonly property?: string; readonly title: string; readonly severity: Fraction };
  /** What makes these numbers doubtful, in a few words. */
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
  /** These besides, wherever they stand; those that are gone are left out. */
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
}

/** One way to write an experiment for others. */
export interface ExportChoice {
  readonly to: string;
  readonly title: string;
  /** What reads it. */
  readonly readers: string;
  /** How its file ends; left out where it is a folder. */
  readonly ending?: string;
}
