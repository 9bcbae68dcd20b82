import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Late Broadcast',
  description:
    'Ranks 1 and 2 enter MPI_Bcast while the root still works. They wait from there until the root enters it.',
  lanes: [
    lane('root', work(0, 6), call('MPI_Bcast', 6, 7), work(7, 10)),
    lane('rank 1', work(0, 2), call('MPI_Bcast', 2, 7.5, 2, 6), work(7.5, 10)),
    lane('rank 2', work(0, 4), call('MPI_Bcast', 4, 7.5, 4, 6), work(7.5, 10)),
  ],
  marks: [{ at: 6, label: 'begin of the root' }],
  arrows: [
    { from: [0, 6], to: [1, 7.5] },
    { from: [0, 6], to: [2, 7.5] },
  ],
};
