import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_limited_parallelism',
  properties: [
    {
      name: 'omp_limited_parallelism',
      title: 'Limited Parallelism',
      parent: 'omp_idle_threads',
      unit: 'seconds',
      description: 'Time of worker threads that do not take part in a parallel region',
      finding: {
        isPart: true,
        explanation: 'The parallel region used fewer threads than available; the others were idle.',
        advice: 'Use more threads here (num_threads, omp_set_num_threads), if there is enough work for them.',
      },
    },
  ],
};
