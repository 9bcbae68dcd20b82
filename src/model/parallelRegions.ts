/**
 * Times of OpenMP constructs by thread: the data model of Fürlinger and Gerndt, "Performance Analysis of Shared-Memory
 * Parallel Applications using Performance Properties" (2005), figure 2, `ParPerf`.
 */

/** The construct that a region is. A lock is that of `omp_set_lock`; `user` is a function or stretch that was marked. */
export const CONSTRUCTS = [
  'parallel',
  'parallel-loop',
  'parallel-sections',
  'parallel-workshare',
  'loop',
  'sections',
  'section',
  'workshare',
  'single',
  'master',
  'critical',
  'atomic',
  'barrier',
  'flush',
  'ordered',
  'lock',
  'task',
  'taskwait',
  'user',
] as const;
export type Construct = (typeof CONSTRUCTS)[number];

/**
 * The columns, one number a thread. Names that end in T are seconds, in C counts. They are the paper's, and after ompP's
 * where the paper has none: `bodyT` and `bodyOwnT` are the body with and without the constructs within, `taskT` tasks.
 */
export const THREAD_COLUMNS = [
  'execT',
  'execC',
  'bodyT',
  'bodyOwnT',
  'exitBarT',
  'exitBarC',
  'singleBodyT',
  'singleBodyC',
  'enterT',
  'enterC',
  'exitT',
  'exitC',
  'sectionT',
  'sectionC',
  'startupT',
  'shutdownT',
  'taskT',
  'taskC',
] as const;
export type ThreadColumn = (typeof THREAD_COLUMNS)[number];

/** One construct, at one call path of one process or summed over all of its call paths there. */
export interface ParallelRegion {
  readonly construct: Construct;
  /** Index of its region. */
  readonly region: number;
  /** Its call path; undefined for the sum over all of them, which must not be added to those. */
  readonly callPath: number | undefined;
  /** The locations of the threads that took part, in the order of the columns: `threadC` is their number. */
  readonly locations: Uint32Array;
  /** Measured columns of this construct; values that were not measured have no column. */
  readonly columns: ReadonlyMap<ThreadColumn, Float64Array>;
  /**
   * Sums over the threads as in the file, which rounds the numbers of threads but sums unrounded ones. If there is
   * none, it is the sum of the column.
   */
  readonly totals: ReadonlyMap<ThreadColumn, number>;
  /** Counters, by the names of their metrics, with what was called. */
  readonly counters: ReadonlyMap<string, Float64Array>;
}

/** A column's sum over the threads; undefined where it was not measured. */
export function threadTotal({ columns, totals }: ParallelRegion, column: ThreadColumn): number | undefined {
  return totals.get(column) ?? columns.get(column)?.reduce((sum, one) => sum + one, 0);
}
