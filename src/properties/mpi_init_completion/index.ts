import type { PropertyGroup } from '../declaration.js';
import { barrierCompletion } from '../mpi_barrier_completion/formula.js';

export const group: PropertyGroup = {
  page: 'mpi_init_completion',
  properties: [
    {
      name: 'mpi_init_completion',
      title: 'Init Completion',
      parent: 'mpi_init_exit',
      unit: 'seconds',
      description: 'Time in MPI_Init after the first process left it',
      search: { in: 'start of MPI', formula: barrierCompletion },
      finding: {
        explanation: 'Processes left MPI_Init later than the first one.',
        advice: 'This is startup time of the MPI library. It matters only for short runs: measure a longer one.',
      },
    },
  ],
};
