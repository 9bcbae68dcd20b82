import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Post (transfer)',
  description:
    'MPI_Win_start returns at once, and the origin enters MPI_Put while the target still works. MPI_Put waits until the target enters MPI_Win_post.',
  lanes: [
    lane(
      'origin',
      call('MPI_Win_start', 0, 1),
      work(1, 2),
      call('MPI_Put', 2, 6.5, 2, 5),
      call('MPI_Win_complete', 6.5, 7.5),
      work(7.5, 10),
    ),
    lane('target', work(0, 5), call('MPI_Win_post', 5, 6), work(6, 8), call('MPI_Win_wait', 8, 9), work(9, 10)),
  ],
  marks: [{ at: 5, label: 'ENTER of MPI_Win_post' }],
  arrows: [{ from: [1, 5], to: [0, 6.5] }],
};
