import type { PropertyGroup } from '../declaration.js';
import { lockWait } from './formula.js';

export const group: PropertyGroup = {
  page: 'omp_lock_contention_critical',
  properties: [
    {
      name: 'omp_lock_contention_critical',
      title: 'OpenMP Critical Contention',
      parent: 'omp_critical',
      unit: 'seconds',
      description: 'Waiting for a critical section that another thread is in',
      isNoWork: true,
      search: { in: 'locks', formula: lockWait, cause: 'holders' },
      finding: {
        because: 'another thread is in the critical section',
        explanation: 'Threads waited to enter the critical section because another thread was in it.',
        advice:
          'Do less inside the critical section, give independent sections different names, or use atomic or a ' +
          'reduction.',
      },
    },
  ],
};
