import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_polling',
  properties: [
    {
      name: 'mpi_polling',
      title: 'Polling',
      parent: 'mpi_point2point',
      unit: 'seconds',
      description: 'Time in calls that find requests under way, and in those that then complete them without waiting',
      finding: {
        isCost: true,
        explanation:
          'These calls asked whether requests had completed, found them under way, and asked again until they had: ' +
          'the processes were waiting, busily.',
        advice:
          'Where there is nothing else to do, use MPI_Wait, MPI_Waitany or MPI_Waitsome: they return as early, and ' +
          'Trimtab then tells who comes late. Where there is, do more of it between two questions, and ask for all ' +
          'requests with one MPI_Testsome.',
      },
    },
  ],
};
