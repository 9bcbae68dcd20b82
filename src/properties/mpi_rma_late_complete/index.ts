import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_late_complete',
  properties: [
    {
      name: 'mpi_rma_late_complete',
      title: 'Late Complete',
      parent: 'mpi_rma_early_wait',
      unit: 'seconds',
      description: 'Target waiting although the last transfer of the origins had ended',
      finding: {
        because: 'one-sided: its window stays exposed after the last transfer',
        isPart: true,
        explanation: 'The transfers had already ended, but an origin called MPI_Win_complete later.',
        advice: 'Call MPI_Win_complete directly after the last transfer.',
      },
    },
  ],
};
