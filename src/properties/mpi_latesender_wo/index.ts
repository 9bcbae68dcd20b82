import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_latesender_wo',
  properties: [
    {
      name: 'mpi_latesender_wo',
      title: 'Late Sender, Wrong Order',
      parent: 'mpi_latesender',
      unit: 'seconds',
      description: 'Late Sender although an earlier message could have been received first',
      finding: {
        isPart: true,
        explanation:
          'The processes waited for a message although another message, sent earlier, could have been received ' +
          'first. They receive in a different order than the messages are sent.',
        advice:
          'Receive in the order in which messages arrive (MPI_ANY_SOURCE, or MPI_Irecv with MPI_Waitany), or ' +
          'change the order of the sends.',
      },
    },
    {
      name: 'mpi_lswo_different',
      title: 'Different Sources',
      parent: 'mpi_latesender_wo',
      unit: 'seconds',
      description: 'The earlier message came from another process',
    },
    {
      name: 'mpi_lswo_same',
      title: 'Same Source',
      parent: 'mpi_latesender_wo',
      unit: 'seconds',
      description: 'The earlier message came from the same process',
    },
  ],
};
