import { CollectiveOperation } from '../../model/events.js';
import { waitForSenders } from '../collectiveWaits.js';
import type { PropertyGroup } from '../declaration.js';
import { barrierWait } from './formula.js';

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
      search: {
        in: 'collective operations',
        operations: [CollectiveOperation.Barrier],
        formula: barrierWait,
        betweenGroups: waitForSenders,
      },
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
