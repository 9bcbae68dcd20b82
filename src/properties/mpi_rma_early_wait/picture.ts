import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Early Wait',
  description:
    'The target enters MPI_Win_wait while the origin still transfers and works. It waits until the origin enters MPI_Win_complete.',
  lanes: [
    lane('origin', work(0, 3), call('MPI_Put', 3, 5), work(5, 7), call('MPI_Win_complete', 7, 8), work(8, 10)),
    lane('target', call('MPI_Win_post', 0, 1), work(1, 2), call('MPI_Win_wait', 2, 8, 2, 7), work(8, 10)),
  ],
  marks: [{ at: 7, label: 'ENTER of MPI_Win_complete' }],
  arrows: [{ from: [0, 7], to: [1, 8] }],
};
