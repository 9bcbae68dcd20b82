import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_polling',
  properties: [
    {
      name: 'mpi_polling',
      title: 'Polling',
      parent: 'mpi_point2point',
      unit: 'seconds',
      description: 'Time in calls that find requests incomplete, and in those that complete them without waiting',
      finding: {
        isCost: true,
        explanation:
          'These calls tested whether requests had completed, found them incomplete, and tested again until they ' +
          'had. This is busy waiting.',
        advice:
          'If there is nothing else to do, use MPI_Wait, MPI_Waitany or MPI_Waitsome. They return as early, and ' +
          'Trimtab can then identify the late process. Otherwise do more work between two tests, and test all ' +
          'requests with one MPI_Testsome.',
      },
    },
  ],
};
