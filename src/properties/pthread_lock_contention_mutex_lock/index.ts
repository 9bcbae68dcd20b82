import type { PropertyGroup } from '../declaration.js';
import { lockWait } from '../omp_lock_contention_critical/formula.js';

export const group: PropertyGroup = {
  page: 'pthread_lock_contention_mutex_lock',
  properties: [
    {
      name: 'pthread_lock_contention_mutex_lock',
      title: 'Mutex Contention',
      parent: 'pthread_lock_api',
      unit: 'seconds',
      description: 'Waiting for a mutex that another thread holds',
      isNoWork: true,
      search: { in: 'locks', formula: lockWait, cause: 'holders' },
      finding: {
        explanation: 'Threads waited for a mutex because another thread held it.',
        advice: 'Hold the mutex for a shorter time, or use several mutexes, each for a part of the data.',
      },
    },
  ],
};
