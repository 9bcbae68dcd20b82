import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_ebarrier_wait',
  properties: [
    {
      name: 'omp_ebarrier_wait',
      title: 'Wait at Explicit OpenMP Barrier',
      parent: 'omp_ebarrier',
      unit: 'seconds',
      description: 'Waiting in an explicit barrier until the last thread of the team entered it',
      waitKind: 'openmp-barrier',
      isNoWork: true,
      finding: {
        because: 'other threads of its team reach the barrier later',
        explanation:
          'Threads reached the barrier at different times; those listed waited for the last one of their team.',
        advice:
          'Distribute the work before the barrier more evenly, for example with schedule(dynamic) or ' +
          'schedule(guided). Remove the barrier if nothing after it needs the results of other threads.',
      },
    },
  ],
};
