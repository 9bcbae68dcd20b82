import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Early Scan',
  description:
    'Rank 2 enters MPI_Scan first, but needs the data of ranks 0 and 1. It waits until the later of them, rank 1, enters it. Rank 1 arrives after rank 0 and does not wait.',
  lanes: [
    lane('rank 0', work(0, 3), call('MPI_Scan', 3, 4), work(4, 10)),
    lane('rank 1', work(0, 6), call('MPI_Scan', 6, 7), work(7, 10)),
    lane('rank 2', work(0, 2), call('MPI_Scan', 2, 8, 2, 6), work(8, 10)),
  ],
  marks: [{ at: 6, label: 'latest begin of lower ranks' }],
  arrows: [
    { from: [0, 3], to: [1, 7] },
    { from: [1, 6], to: [2, 8] },
  ],
};
