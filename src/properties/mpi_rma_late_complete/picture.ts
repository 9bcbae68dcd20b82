import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Complete',
  description:
    'The target is in MPI_Win_wait. The last transfer of the origin has ended, but the origin works before it enters MPI_Win_complete: that time is lost.',
  lanes: [
    lane(
      'origin',
      work(0, 3),
      call('MPI_Put', 3, 4.5),
      work(4.5, 7.5),
      call('MPI_Win_complete', 7.5, 8.5),
      work(8.5, 10),
    ),
    lane('target', call('MPI_Win_post', 0, 1), work(1, 2), call('MPI_Win_wait', 2, 8.5, 4.5, 7.5), work(8.5, 10)),
  ],
  marks: [
    { at: 4.5, label: 'last transfer' },
    { at: 7.5, label: 'MPI_Win_complete' },
  ],
  arrows: [{ from: [0, 7.5], to: [1, 8.5] }],
};
