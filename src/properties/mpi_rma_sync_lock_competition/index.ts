import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_sync_lock_competition',
  properties: [
    {
      name: 'mpi_rma_sync_lock_competition',
      title: 'Lock Contention',
      parent: 'mpi_rma_sync_passive',
      unit: 'seconds',
      description: 'Waiting for a lock of a window that another process holds',
      isNoWork: true,
      finding: {
        explanation: 'The processes waited for the lock of a window that another process held.',
        advice:
          'Hold the lock for a shorter time, use shared locks where possible, or spread the data over several ' +
          'targets.',
      },
    },
  ],
};
