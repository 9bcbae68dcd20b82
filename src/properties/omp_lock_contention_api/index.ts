import type { PropertyGroup } from '../declaration.js';
import { lockWait } from '../omp_lock_contention_critical/formula.js';

export const group: PropertyGroup = {
  page: 'omp_lock_contention_api',
  properties: [
    {
      name: 'omp_lock_contention_api',
      title: 'OpenMP Lock API Contention',
      parent: 'omp_lock_api',
      unit: 'seconds',
      description: 'Waiting for a lock that another thread holds',
      isNoWork: true,
      search: { in: 'locks', formula: lockWait, cause: 'holders' },
      finding: {
        explanation: 'Threads waited for a lock because another thread held it.',
        advice: 'Hold the lock for a shorter time, or use several locks, each for a part of the data.',
      },
    },
  ],
};
