/** Similar iterations of a loop, and their representatives (dynamics.md, 2.4). Pure data. */
import type { Fraction, Seconds } from '../../base/units.js';

/** Iterations that are alike. */
export interface IterationCluster {
  /** Representative of the group: the iteration nearest to the mean of its iterations. */
  readonly representative: number;
  /** Iterations of it. */
  readonly count: number;
  /** Share of the loop's time that they take. */
  readonly share: Fraction;
  /** Seconds of an iteration, mean over its iterations and over processes. */
  readonly mean: Seconds;
  /** Distance of the iterations from their representative: mean |difference| of durations over mean duration. */
  readonly deviation: Fraction;
  /** Number of the structure of calls that they have; null where it holds several, or none is known. */
  readonly structure: number | null;
  /** Stretches of iterations, in order; both ends belong to them. */
  readonly iterations: readonly (readonly [first: number, last: number])[];
}

/** Two iterations are of one structure: they have the same call paths; they have them equally often, too. */
export const EQUIVALENCES = ['weak', 'strong'] as const;
export type Equivalence = (typeof EQUIVALENCES)[number];

/** How well representatives approximate all iterations in one metric. */
export interface RepresentedMetric {
  readonly metric: string;
  /** Seconds in all iterations, all locations together. */
  readonly total: Seconds;
  /** Sum of the representatives' values times the number of iterations they represent. */
  readonly represented: Seconds;
}

/** Common properties of the calls on one path in a compressed call graph. */
export interface CallVariants {
  /** Index in the run's call tree. */
  readonly node: number;
  readonly calls: number;
  /** Calls that differ in what they call, or in their own time by more than the tolerance. */
  readonly variants: number;
  /** Exclusive seconds, summed over all calls. */
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
  /** Equivalence by which iterations were distinguished; omitted if calls are not known. */
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
