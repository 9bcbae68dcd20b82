import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_barrier_wait',
  properties: [
    {
      name: 'mpi_barrier_wait',
      title: 'Wait at Barrier (MPI)',
      parent: 'mpi_sync_collective',
      unit: 'seconds',
      description: 'Waiting in a barrier until the last process entered it',
      waitKind: 'barrier',
      isNoWork: true,
      finding: {
        because: 'others reach the barrier later',
        explanation:
          'The processes reached the barrier at different times; those listed waited for the last one. The last ' +
          'process had more work, or was delayed itself.',
        advice:
          'Balance the work before the barrier: compare the ranks that wait with those that do not. Remove the ' +
          'barrier if no operation after it needs it.',
      },
    },
  ],
};
