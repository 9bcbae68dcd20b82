import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_idle_threads',
  properties: [
    {
      name: 'omp_idle_threads',
      title: 'Idle Threads',
      parent: 'time',
      unit: 'seconds',
      description: 'Time of worker threads outside parallel regions',
      isNoWork: true,
      finding: {
        because: 'only the master thread works',
        explanation: 'Worker threads had nothing to do while the master thread ran this code alone.',
        advice: 'Parallelize this part, or run more processes with fewer threads each.',
      },
    },
  ],
};
