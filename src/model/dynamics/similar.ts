/** Iterations of a loop that are alike, and those that stand for them (dynamics.md, 2.4). Pure data. */
import type { Fraction, Seconds } from '../../base/units.js';

/** Iterations that are alike. */
export interface IterationCluster {
  /** The iteration that stands for it: of its iterations the one nearest to their mean. */
  readonly representative: number;
  /** Iterations of it. */
  readonly count: number;
  /** Share of the loop's time that they take. */
  readonly share: Fraction;
  /** Seconds of an iteration, mean over its iterations and over processes. */
  readonly mean: Seconds;
  /** How far its iterations are from the one that stands for them: mean |difference| of durations over mean duration. */
  readonly deviation: Fraction;
  /** Number of the structure of calls that they have; null where it holds several, or none is known. */
  readonly structure: number | null;
  /** Stretches of iterations, in order; both ends belong to them. */
  readonly iterations: readonly (readonly [first: number, last: number])[];
}

/** Two iterations are of one structure: they have the same call paths; they have them equally often, too. */
export const EQUIVALENCES = ['weak', 'strong'] as const;
export type Equivalence = (typeof EQUIVALENCES)[number];

/** How well representatives stand for all iterations in one metric. */
export interface RepresentedMetric {
  readonly metric: string;
  /** Seconds in all iterations, all locations together. */
  readonly total: Seconds;
  /** What representatives times the iterations they stand for come to. */
  readonly represented: Seconds;
}

/** What calls on one path have in common in a compressed call graph. */
export interface CallVariants {
  /** Index in the run's call tree. */
  readonly node: number;
  readonly calls: number;
  /** Calls that differ in what they call, or in their own time by more than the tolerance. */
  readonly variants: number;
  /** Seconds of their own, all together. */
  readonly seconds: Seconds;
}

/** How much smaller the graph of all calls becomes when equal ones are kept once. */
export interface CompressedCalls {
  readonly calls: number;
  /** Nodes that are left where calls must call the same in the same order (strong), or have the same call paths (weak). */
  readonly nodes: Readonly<Record<Equivalence, number>>;
  /** Share by which times of single calls, and of all that they call, may be wrong in the graph. */
  readonly tolerance: Fraction;
  /** Those with most calls first. */
  readonly paths: readonly CallVariants[];
}

export interface SimilarIterations {
  /** Those with most of the loop's time first. */
  readonly clusters: readonly IterationCluster[];
  /** The representative of the cluster with most iterations. */
  readonly typical: number;
  /** Structures of calls that iterations have, by either equivalence; 0 where calls are not known. */
  readonly structures: Readonly<Record<Equivalence, number>>;
  /** By which iterations were told apart; left out where calls are not known. */
  readonly equivalence?: Equivalence;
  /** Mean |duration − that of its representative| over mean duration, over all iterations. */
  readonly deviation: Fraction;
  readonly metrics: readonly RepresentedMetric[];
}

/** `0–99, 112`; no more than some stretches are named. */
export function iterationsText(iterations: IterationCluster['iterations'], most = 6): string {
  const named = iterations.slice(0, most).map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  const more = iterations.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** By what share representatives miss what all iterations have of a metric, with its sign. */
export const errorOf = ({ total, represented }: RepresentedMetric): Fraction =>
  total > 0 ? represented / total - 1 : 0;
