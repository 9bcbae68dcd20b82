import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Delay Costs',
  description:
    'Rank 0 computes in relax until 5. Rank 1 computes only until 2, and waits in MPI_Recv for the message of rank 0. The additional part of relax on rank 0 is the delay; the waiting is its cost.',
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
