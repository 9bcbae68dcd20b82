import { call, chain, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Direct and Indirect Waiting',
  description:
    'Rank 1 waits for rank 0, which computes longer. Rank 2 waits for rank 1, which arrives late only because it waited itself: this waiting is indirect.',
  lanes: [
    lane('rank 0', work(0, 5), call('MPI_Send', 5, 6), work(6, 10)),
    lane('rank 1', work(0, 1), call('MPI_Recv', 1, 6), work(6, 8), call('MPI_Send', 8, 9), work(9, 10)),
    lane('rank 2', work(0, 4), call('MPI_Recv', 4, 9, 4, 8), work(9, 10)),
  ],
  ...chain,
};
