/** Values of a run by iteration of a loop, whatever they come from (dynamics.md, section 2). Pure data. */
import type { Fraction, Seconds } from '../../base/units.js';
import type { MetricUnit } from '../performanceSpace.js';

/**
 * Sources of iterations: marked by the program (a phase, a dynamic region) or found in the structure of its calls.
 * Further sources are iterations that the probe kept in a profile, a profile that was written several times, and a
 * running program.
 */
export const ITERATION_SOURCES = ['marked', 'found', 'profile', 'snapshots', 'live'] as const;
export type IterationSource = (typeof ITERATION_SOURCES)[number];

/** Metrics of series that no performance space has: what an iteration took, and that without time in MPI and OpenMP. */
export const DURATION = 'iteration_time';
export const OWN_TIME = 'iteration_own_time';

/** Whether a metric is none of a performance space, but of whole iterations. */
export const isSeriesOnly = (metric: string): boolean => metric === DURATION || metric === OWN_TIME;

/** Returns the title of series of metrics that no performance space has. */
export function seriesTitle(metric: string): string {
  if (metric === DURATION) return 'Iteration';
  return metric === OWN_TIME ? 'Iteration without MPI and OpenMP' : metric;
}

/** One loop of a run. */
export interface LoopLevel {
  readonly source: IterationSource;
  /** The region that begins an iteration. */
  readonly name: string;
  /** Call path around the loop; -1 where none is known. */
  readonly parent: number;
  /** Call paths of what is called once an iteration, the one that begins it first. */
  readonly members: readonly number[];
  /** Iterations that all processes have; they count from 0. */
  readonly count: number;
  /** Share of the run time that its iterations take, mean over processes. */
  readonly coverage: Fraction;
  /** How alike iterations are, weighted by duration (2.2, 3); 1 where they are marked. */
  readonly regularity: Fraction;
}

/** A loop with the moments at which its iterations begin. */
export interface Iterations extends LoopLevel {
  /** By location of the run: `count + 1` moments, the last one the end of the last iteration; workers have their master's. */
  readonly starts: readonly Float64Array[];
}

/**
 * Seconds of impact by iteration. Row `r` is metric `metrics[metric[r]]` at call path `node[r]` on location
 * `location[r]`. Its values are `value[r * count]` to `value[(r + 1) * count - 1]`, exclusive along the call tree. An
 * amount belongs to the iteration of its location in which its operation was entered. `outside[r]` is the amount
 * outside all iterations, so the sum of a row and its `outside` is the severity in the performance space.
 *
 * Metrics are those of findings; `execution`: the time of call paths, without that of idle threads; and `DURATION` and
 * `OWN_TIME` of whole iterations. The latter are at the call path around the loop (`NO_INDEX` if none is known).
 * Counters keep their own units: they explain changes of times, and are not judged.
 */
export interface SeriesTable {
  readonly metrics: readonly string[];
  /** Those of `metrics` that are counters; omitted if there are none. */
  readonly counters?: readonly CounterSeries[];
  readonly count: number;
  readonly metric: Uint32Array;
  readonly node: Uint32Array;
  readonly location: Uint32Array;
  readonly value: Float32Array;
  readonly outside: Float64Array;
}

/** A counter that is known by iteration. */
export interface CounterSeries {
  /** As perf or PAPI names it. */
  readonly name: string;
  readonly unit: MetricUnit;
}

/** Numbers of the metrics of a table that are counters. */
export function counterMetrics({ metrics, counters = [] }: Pick<SeriesTable, 'metrics' | 'counters'>): Set<number> {
  return new Set(counters.map(({ name }) => metrics.indexOf(name)));
}

/** Series of a run with all loops that were found, the chosen one first. */
export interface RunSeries {
  readonly levels: readonly LoopLevel[];
  readonly iterations: Iterations;
  readonly series: SeriesTable;
  /** Sum of the durations of all iterations of all locations. */
  readonly loopTime: Seconds;
  /** Sum of all time of the run, on all locations. */
  readonly totalTime: Seconds;
}
