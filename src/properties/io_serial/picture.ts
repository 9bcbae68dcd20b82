import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Serial I/O',
  description:
    'Rank 0 writes a file while rank 1 still computes and rank 2 already waits in a barrier. When rank 1 has reached the barrier too, only rank 0 is active. The time from then until the end of the write counts.',
  lanes: [
    lane('rank 0', work(0, 2), call('write', 2, 8, 5, 8), call('MPI_Barrier', 8, 9), work(9, 10)),
    lane('rank 1', work(0, 5), call('MPI_Barrier', 5, 9), work(9, 10)),
    lane('rank 2', work(0, 3), call('MPI_Barrier', 3, 9), work(9, 10)),
  ],
  marks: [
    { at: 5, label: 'all others wait' },
    { at: 8, label: 'end of the write' },
  ],
};
