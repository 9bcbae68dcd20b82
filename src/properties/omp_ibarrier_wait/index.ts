import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'omp_ibarrier_wait',
  properties: [
    {
      name: 'omp_ibarrier_wait',
      title: 'Wait at Implicit OpenMP Barrier',
      parent: 'omp_ibarrier',
      unit: 'seconds',
      description: 'Waiting in an implicit barrier until the last thread of the team entered it',
      waitKind: 'openmp-barrier',
      isNoWork: true,
      finding: {
        because: 'other threads of its team reach the end of the loop or region later',
        explanation:
          'Threads finished their share of the construct at different times, and waited in the barrier at its end ' +
          'for the last one of their team.',
        advice:
          'Distribute the iterations more evenly with schedule(dynamic), schedule(guided) or smaller chunks. Add ' +
          'nowait if the next construct does not need the results.',
      },
    },
  ],
};
