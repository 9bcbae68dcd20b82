import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_latesender',
  properties: [
    {
      name: 'mpi_latesender',
      title: 'Late Sender',
      parent: 'mpi_point2point',
      unit: 'seconds',
      description: 'Receiver waiting for a message whose send had not started',
      waitKind: 'late-sender',
      isNoWork: true,
      finding: {
        because: 'it receives before the sender has begun to send',
        explanation:
          'These processes were ready to receive, but the matching send had not started. They waited until the ' +
          'sender reached its send.',
        advice:
          'Reduce the work of the sender before this message, or let it send earlier. Otherwise post the receive ' +
          'with MPI_Irecv and compute until the message is needed.',
      },
    },
  ],
};
