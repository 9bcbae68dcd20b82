import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_latereceiver_wo',
  properties: [
    {
      name: 'mpi_latereceiver_wo',
      title: 'Late Receiver, Wrong Order',
      parent: 'mpi_latereceiver',
      unit: 'seconds',
      description: 'Late Receiver although a later message could have been sent first',
      finding: {
        isPart: true,
        explanation:
          'The processes waited for a receiver although another receiver, of a later message, was ready earlier. ' +
          'They send in a different order than the receives are posted.',
        advice: 'Send in the order in which receivers become ready, or use MPI_Isend for all messages and wait once.',
      },
    },
  ],
};
