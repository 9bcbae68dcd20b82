import type { PropertyGroup } from '../declaration.js';
import { barrierWait } from '../mpi_barrier_wait/formula.js';

export const group: PropertyGroup = {
  page: 'mpi_finalize_wait',
  properties: [
    {
      name: 'mpi_finalize_wait',
      title: 'Wait at Finalize',
      parent: 'mpi_init_exit',
      after: 'mpi_init_completion',
      unit: 'seconds',
      description: 'Time in MPI_Finalize until the last process entered it',
      waitKind: 'none',
      isNoWork: true,
      search: { in: 'end of MPI', formula: barrierWait },
      finding: {
        explanation: 'The processes had finished and waited in MPI_Finalize for the last one.',
        advice: 'Find the work of the last rank at the end, often output, and distribute it.',
      },
    },
  ],
};
