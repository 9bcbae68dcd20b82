import type { Difference } from './difference.js';

/** The differences of times, counts and waiting that are understood. */
export const timeDifferences: readonly Difference[] = [
  {
    traces: ['clover_hyb.2x2'],
    metrics: /^(time|omp_idle_threads|omp_limited_parallelism)$/,
    allows: (_expected, _found, key) => {
      const [path, location] = key.split('\t');
      return location === '3' && path.includes('!$omp parallel @update_halo_kernel.f90:93');
    },
    reason:
      'the reference counts a worker as idle in parallel regions it takes part in, on call paths that only rank 1 ' +
      'has; its total of that worker exceeds that of the master thread, which Wolf 2003, 4.4.6 rules out',
  },
  {
    traces: ['bots_sort.2t', 'omp_task.2t'],
    metrics: /^omp_ibarrier_wait$/,
    allows: (expected, found) => found >= expected,
    reason:
      'the reference takes all tasks that a thread executes in a barrier from its waiting there, also those after ' +
      'the last thread has come; here those until then',
  },
  {
    traces: ['bots_sort.2t', 'omp_task.2t'],
    metrics: /^(time|execution|comp|omp_time|omp_synchronization|omp_taskwait|omp_idle_threads|visits)$/,
    allows: () => true,
    reason:
      'the reference shows the code of explicit tasks under a root of its own (TASKS) and again, without its callees, ' +
      'where it was executed; here it stands once, where it was executed, and the totals agree',
  },
];
