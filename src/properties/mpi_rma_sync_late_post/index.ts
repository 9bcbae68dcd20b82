import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_rma_sync_late_post',
  properties: [
    {
      name: 'mpi_rma_sync_late_post',
      title: 'Late Post',
      parent: 'mpi_rma_sync_active',
      unit: 'seconds',
      description: 'Origin waiting in synchronization for a target that had not posted its window',
      isNoWork: true,
      finding: {
        because: 'one-sided: the target has not opened its window yet',
        explanation:
          'The processes waited in synchronization because a target had not opened its window (MPI_Win_post) yet.',
        advice: 'Post the window earlier at the target, or start the access later at the origin.',
      },
    },
  ],
};
