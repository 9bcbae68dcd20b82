import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Performance Impact',
  description:
    'While the critical path runs through relax on rank 0, rank 1 does a part of the same work and then waits. The waiting is also a cost of relax: its imbalance impact.',
  lanes: [
    lane('rank 0', call('relax', 0, 6), call('MPI_Barrier', 6, 7.5), work(7.5, 10)),
    lane('rank 1', call('relax', 0, 2), call('MPI_Barrier', 2, 7.5, 2, 6), work(7.5, 10)),
  ],
  marks: [{ at: 6, label: 'latest begin' }],
};
