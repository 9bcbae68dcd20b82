import type { PropertyGroup } from '../declaration.js';
import { lockWait } from '../omp_lock_contention_critical/formula.js';

export const group: PropertyGroup = {
  page: 'pthread_lock_contention_conditional',
  properties: [
    {
      name: 'pthread_lock_contention_conditional',
      title: 'Condition Contention',
      parent: 'pthread_conditional',
      unit: 'seconds',
      description: 'Waiting at a condition until another thread released its mutex',
      isNoWork: true,
      search: { in: 'locks', formula: lockWait, cause: 'last owner' },
      finding: {
        explanation: 'Threads waited at a condition variable until another thread released its mutex.',
        advice: 'Signal the condition earlier, or give the waiting threads other work meanwhile.',
      },
    },
  ],
};
