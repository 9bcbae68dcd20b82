import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Receiver, Wrong Order',
  description:
    'The sender first sends to receiver 1, which is late, and waits for it. Receiver 2 posted its receive much earlier but gets its message only afterwards.',
  lanes: [
    lane('receiver 1', work(0, 6), call('MPI_Recv', 6, 7), work(7, 10)),
    lane('sender', work(0, 2), call('MPI_Ssend to 1', 2, 7, 2, 6), call('MPI_Ssend to 2', 7, 8), work(8, 10)),
    lane('receiver 2', call('MPI_Irecv', 0, 1), work(1, 8), call('MPI_Wait', 8, 9), work(9, 10)),
  ],
  marks: [{ at: 6, label: 'ENTER of the receive' }],
  arrows: [
    { from: [1, 6], to: [0, 7] },
    { from: [1, 7], to: [2, 9] },
  ],
};
