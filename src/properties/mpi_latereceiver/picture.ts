import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Receiver',
  description:
    'The sender enters MPI_Ssend while the receiver still works. It waits from there until the receiver enters MPI_Recv.',
  lanes: [
    lane('sender', work(0, 2), call('MPI_Ssend', 2, 7, 2, 6), work(7, 10)),
    lane('receiver', work(0, 6), call('MPI_Recv', 6, 7.5), work(7.5, 10)),
  ],
  marks: [{ at: 6, label: 'ENTER of the receive' }],
  arrows: [{ from: [0, 6], to: [1, 7.5] }],
};
