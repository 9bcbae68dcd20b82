import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Lock Contention',
  description:
    'Rank 0 holds the lock of a window while rank 1 enters MPI_Win_lock. Rank 1 waits from there until rank 0 enters MPI_Win_unlock.',
  lanes: [
    lane(
      'rank 0',
      call('MPI_Win_lock', 0, 1),
      work(1, 2),
      call('MPI_Put', 2, 4),
      work(4, 6),
      call('MPI_Win_unlock', 6, 7),
      work(7, 10),
    ),
    lane('rank 1', work(0, 3), call('MPI_Win_lock', 3, 7.5, 3, 6), work(7.5, 10)),
  ],
  marks: [{ at: 6, label: 'ENTER of MPI_Win_unlock' }],
  arrows: [{ from: [0, 6], to: [1, 7.5] }],
};
