import type { PropertyGroup } from '../declaration.js';
import { barrierWait } from '../mpi_barrier_wait/formula.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_wait_at_fence',
  properties: [
    {
      name: 'mpi_rma_wait_at_fence',
      title: 'Wait at Fence',
      parent: 'mpi_rma_sync_active',
      unit: 'seconds',
      description: 'Waiting in a fence until the last process entered it',
      isNoWork: true,
      search: { in: 'window fences', formula: barrierWait },
      finding: {
        because: 'one-sided: others reach the fence later',
        explanation: 'The processes reached MPI_Win_fence at different times; those listed waited for the last one.',
        advice:
          'Balance the work before the fence, or use post/start/complete/wait or locks, which synchronize only the ' +
          'processes that exchange data.',
      },
    },
  ],
};
