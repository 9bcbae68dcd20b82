import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Sender',
  description:
    'The receiver enters MPI_Recv while the sender still works. It waits from there until the sender enters MPI_Send.',
  lanes: [
    lane('receiver', work(0, 2), call('MPI_Recv', 2, 7, 2, 6), work(7, 10)),
    lane('sender', work(0, 6), call('MPI_Send', 6, 7), work(7, 10)),
  ],
  marks: [{ at: 6, label: 'ENTER of the send' }],
  arrows: [{ from: [1, 6], to: [0, 7] }],
};
