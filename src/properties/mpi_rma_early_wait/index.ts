import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_early_wait',
  properties: [
    {
      name: 'mpi_rma_early_wait',
      title: 'Early Wait',
      parent: 'mpi_rma_sync_active',
      after: 'mpi_rma_sync_late_post',
      unit: 'seconds',
      description: 'Target waiting for origins that had not completed their accesses',
      isNoWork: true,
      finding: {
        because: 'one-sided: its window is still accessed',
        explanation: 'The targets waited in MPI_Win_wait until the last origin completed its accesses.',
        advice: 'Give the target other work before it calls MPI_Win_wait, or let the origins complete earlier.',
      },
    },
  ],
};
