import { call, chain, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Propagating and Terminal Waiting',
  description:
    'Rank 1 waits for rank 0 and therefore reaches its own send late, so rank 2 waits: the waiting of rank 1 propagates. No rank waits for rank 2: its waiting is terminal.',
  lanes: [
    lane('rank 0', work(0, 5), call('MPI_Send', 5, 6), work(6, 10)),
    lane('rank 1', work(0, 1), call('MPI_Recv', 1, 6, 1, 5), work(6, 8), call('MPI_Send', 8, 9), work(9, 10)),
    lane('rank 2', work(0, 4), call('MPI_Recv', 4, 9), work(9, 10)),
  ],
  ...chain,
};
