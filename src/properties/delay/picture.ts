import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Delay Costs',
  description:
    'Rank 0 computes in relax until 5, rank 1 only until 2, and waits in MPI_Recv for what rank 0 sends. The part of relax that rank 0 needs longer is the delay; the waiting is its cost.',
  lanes: [
    lane('rank 0', call('relax', 0, 5, 2, 5), call('MPI_Send', 5, 6), work(6, 10)),
    lane('rank 1', call('relax', 0, 2), call('MPI_Recv', 2, 6), work(6, 10)),
  ],
  marks: [
    { at: 2, label: 'rank 1 is ready' },
    { at: 5, label: 'rank 0 is ready' },
  ],
  arrows: [{ from: [0, 5], to: [1, 6] }],
};
