import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Post (synchronization)',
  description:
    'The origin enters MPI_Win_start while the target still works. It waits from there until the target enters MPI_Win_post.',
  lanes: [
    lane(
      'origin',
      work(0, 1),
      call('MPI_Win_start', 1, 6, 1, 5),
      call('MPI_Put', 6, 7.5),
      call('MPI_Win_complete', 7.5, 8.5),
      work(8.5, 10),
    ),
    lane('target', work(0, 5), call('MPI_Win_post', 5, 6), work(6, 8), call('MPI_Win_wait', 8, 9), work(9, 10)),
  ],
  marks: [{ at: 5, label: 'ENTER of MPI_Win_post' }],
  arrows: [{ from: [1, 5], to: [0, 6] }],
};
