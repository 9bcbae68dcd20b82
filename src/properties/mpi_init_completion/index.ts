import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_init_completion',
  properties: [
    {
      name: 'mpi_init_completion',
      title: 'Init Completion',
      parent: 'mpi_init_exit',
      unit: 'seconds',
      description: 'Time in MPI_Init after the first process left it',
      finding: {
        explanation: 'Processes left MPI_Init later than the first one did.',
        advice: 'This is start-up time of the MPI library. It matters only for short runs: measure a longer one.',
      },
    },
  ],
};
