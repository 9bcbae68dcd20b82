import type { PropertyGroup } from '../declaration.js';

export const group: PropertyGroup = {
  page: 'mpi_latereceiver',
  properties: [
    {
      name: 'mpi_latereceiver',
      title: 'Late Receiver',
      parent: 'mpi_point2point',
      after: 'mpi_latesender',
      unit: 'seconds',
      description: 'Sender blocked until the receive was posted',
      waitKind: 'late-receiver',
      isNoWork: true,
      finding: {
        because: 'it sends before the receiver has posted its receive',
        confidence: 0.8,
        explanation:
          'The send could not finish before the receiver posted its receive. This happens if a message is too ' +
          'large to be buffered, or if the send is synchronous. A trace shows the overlap, not the reason.',
        advice:
          'Post the receive earlier (MPI_Irecv before the computation), or send with MPI_Isend and complete it ' +
          'later. Check the reason for the delay of the receiver.',
      },
    },
  ],
};
