import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Sender, Wrong Order',
  description:
    'Message A is sent early, message B late. The receiver requests B first and waits until it is sent, although A is already available. It receives A only afterwards.',
  lanes: [
    lane('receiver', work(0, 2), call('MPI_Recv of B', 2, 7, 2, 6), call('MPI_Recv of A', 7, 8), work(8, 10)),
    lane('sender', call('MPI_Send of A', 0, 1), work(1, 6), call('MPI_Send of B', 6, 7), work(7, 10)),
  ],
  marks: [{ at: 6, label: 'ENTER of the send of B' }],
  arrows: [
    { from: [1, 1], to: [0, 8] },
    { from: [1, 6], to: [0, 7] },
  ],
};
