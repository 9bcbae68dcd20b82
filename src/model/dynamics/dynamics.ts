/** How performance changes from iteration to iteration: what is found in series (dynamics.md, sections 3 to 5). Pure data. */
import type { CallPathStep, SourcePlace } from '../findings/findings.js';
import type { CounterSeries, LoopLevel } from './series.js';
import type { SimilarIterations } from './similar.js';
import type { Fraction, Seconds } from '../../base/units.js';

/** Kinds of changes: a transient maximum, a rise over some iterations, a rise within a few, and an improvement. */
export const PATTERN_KINDS = ['peak', 'trend', 'step', 'improvement'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** One change. Iterations count from 0, both ends belong to it. */
export interface DynamicsPattern {
  readonly kind: PatternKind;
  readonly first: number;
  readonly last: number;
  /** Of a peak: the iteration with the largest value. */
  readonly top?: number;
  /** Of a rise: until here it costs; `recovered` where the level before it is reached again. */
  readonly costsUntil?: number;
  readonly recovered?: boolean;
  /** Seconds an iteration before and after (of a peak: its base and its top), summed over its ranks. */
  readonly before: Seconds;
  readonly after: Seconds;
  /** Seconds lost beyond the level before, summed over its ranks. */
  readonly excess: Seconds;
  /** All seconds within. */
  readonly accumulated: Seconds;
  /** `excess` as a share of the time of the loop. */
  readonly severity: Fraction;
}

/** The properties of section 4, by the names that findings have. */
export const DYNAMICS_PROPERTIES = [
  'dynamics_peaks',
  'dynamics_trends',
  'dynamics_improvements',
  'dynamics_moving_imbalance',
  'dynamics_variability',
] as const;
export type DynamicsProperty = (typeof DYNAMICS_PROPERTIES)[number];

/** A counter while something changes. */
export interface CounterChange extends CounterSeries {
  /**
   * Value per iteration before and after the change, summed over the ranks; for peaks, next to them and at their tops.
   */
  readonly before: number;
  readonly after: number;
}

/** One property of the changes of one static property at one call path on some ranks. */
export interface DynamicsFinding {
  readonly property: DynamicsProperty;
  /** The static property whose amounts change, such as `mpi_latesender`. */
  readonly metric: string;
  /** Index in the run's call tree. */
  readonly node: number;
  readonly callPath: readonly CallPathStep[];
  readonly place?: SourcePlace;
  /** Locations that change alike, in order; the cluster's number is the order of clusters by excess. */
  readonly locations: readonly number[];
  readonly cluster: number;
  /** Share of the loop's time; 0 for variability alone. */
  readonly severity: Fraction;
  /** Share of the whole run's time. */
  readonly shareOfRun: Fraction;
  readonly excess: Seconds;
  /** V, and the shares of short and wide scales in the energy (3.1). */
  readonly variability: Fraction;
  readonly shortScales: Fraction;
  readonly wideScales: Fraction;
  readonly patterns: readonly DynamicsPattern[];
  /** Number and cost of smaller patterns that are not listed; omitted if there are none. */
  readonly others?: { readonly count: number; readonly excess: Seconds };
  /** Number of iterations after which peaks recur. */
  readonly recursEvery?: number;
  /** The qualitative shape, letters A to G (3.5). */
  readonly letters: string;
  /** Mean seconds an iteration and rank, in at most 16 bins, for small pictures. */
  readonly bins: readonly number[];
  /** One sentence: when, how much, on which ranks. A second one names counters that explain it, where some were read. */
  readonly sentence: string;
  /** Counters at the same call path and ranks; omitted if none were read. */
  readonly counters?: readonly CounterChange[];
  readonly explanation: string;
  readonly advice: string;
  /** Indices of findings elsewhere that change at the same time (overlap of 60 % and more). */
  readonly related: readonly number[];
}

/** The loop as people see it. */
export interface LoopSummary extends LoopLevel {
  readonly callPath: readonly CallPathStep[];
  readonly place?: SourcePlace;
  /** Mean duration of an iteration, and its coefficient of variation. */
  readonly meanDuration: Seconds;
  readonly variation: Fraction;
  /** Mean seconds of an iteration, in at most 16 bins. */
  readonly bins: readonly number[];
  readonly sentence: string;
}

/** A property on the ranks that have it alike, as a row of a table: what is wasted, or (with extents) how it changes. */
export interface SeverityRow {
  /** One of DYNAMICS_PROPERTIES; omitted for the value of the metric itself. */
  readonly property?: DynamicsProperty;
  readonly metric: string;
  readonly node: number;
  readonly callPath: readonly CallPathStep[];
  readonly locations: readonly number[];
  /** `ranks 3–63`. */
  readonly where: string;
  /** Iterations in which it changes, both ends included. */
  readonly extents: readonly (readonly [first: number, last: number])[];
  /** Share of the loop's time on these ranks alone. */
  readonly severity: Fraction;
}

export interface DynamicsReport {
  readonly format: 'trimtab-dynamics';
  readonly version: 1;
  /** Loops, the chosen one first; empty if none was found, with the reason in `none`. */
  readonly loops: readonly LoopSummary[];
  readonly none?: string;
  readonly loopTime: Seconds;
  readonly findings: readonly DynamicsFinding[];
  /** Similar iterations of the chosen loop; omitted if no loop was found. */
  readonly similar?: SimilarIterations;
  /**
   * Severities by groups of ranks, then how they change, each with the largest cost first; omitted if no loop was
   * found.
   */
  readonly table?: readonly SeverityRow[];
}

/** A property of what changes in two compared runs, before and after. */
export interface ComparedChange {
  /** `Slowing Down of Late Sender`. */
  readonly title: string;
  /** The last functions of its call path. */
  readonly where: string;
  /** Pattern in words; empty if there is none. */
  readonly before: string;
  readonly after: string;
  /** Cost summed over all locations. */
  readonly excessBefore: Seconds;
  readonly excessAfter: Seconds;
}
