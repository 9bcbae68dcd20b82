import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Early Reduce',
  description: 'The root enters MPI_Reduce first. It waits until the last of the other ranks, rank 2, enters it.',
  lanes: [
    lane('root', work(0, 2), call('MPI_Reduce', 2, 8, 2, 7), work(8, 10)),
    lane('rank 1', work(0, 4), call('MPI_Reduce', 4, 5), work(5, 10)),
    lane('rank 2', work(0, 7), call('MPI_Reduce', 7, 8), work(8, 10)),
  ],
  marks: [{ at: 7, label: 'latest begin of the others' }],
  arrows: [
    { from: [1, 4], to: [0, 5] },
    { from: [2, 7], to: [0, 8] },
  ],
};
