import { isInUnevenRegion, UNEVEN_REGIONS, TASKS } from './causes.js';
import type { Difference } from './difference.js';

/** The differences of times, counts and waiting that are understood. */
export const timeDifferences: readonly Difference[] = [
  {
    cause: UNEVEN_REGIONS,
    isIn: ({ unevenRegions }) => unevenRegions.length > 0,
    metrics: /^(time|omp_idle_threads|omp_limited_parallelism)$/,
    allows: (_expected, _found, key, _reference, facts) => isInUnevenRegion(key, facts),
    reason:
      'the reference counts a worker as idle in parallel regions it takes part in, on call paths that only some ' +
      'processes have; its total of that worker exceeds that of the master thread, which Wolf 2003, 4.4.6 rules out',
  },
  {
    cause: TASKS,
    isIn: ({ hasTasks }) => hasTasks,
    metrics: /^omp_ibarrier_wait$/,
    allows: (expected, found) => found >= expected,
    reason:
      'the reference takes all tasks that a thread executes in a barrier from its waiting there, also those after ' +
      'the last thread has come; here those until then',
  },
  {
    cause: TASKS,
    isIn: ({ hasTasks }) => hasTasks,
    metrics: /^(time|execution|comp|omp_time|omp_synchronization|omp_taskwait|omp_idle_threads|visits)$/,
    allows: () => true,
    reason:
      'the reference shows the code of explicit tasks under a root of its own (TASKS) and again, without its callees, ' +
      'where it was executed; here it stands once, where it was executed, and the totals agree',
  },
];
