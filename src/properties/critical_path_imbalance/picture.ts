import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Critical-Path Imbalance',
  description:
    'The critical path runs through relax on rank 0 for 6 units. On average, the two ranks need 4 units. The 2 additional units are the imbalance of relax.',
  lanes: [
    lane('rank 0', call('relax', 0, 6, 4, 6), call('MPI_Barrier', 6, 7.5), work(7.5, 10)),
    lane('rank 1', call('relax', 0, 2), call('MPI_Barrier', 2, 7.5), work(7.5, 10)),
  ],
  marks: [
    { at: 4, label: 'average' },
    { at: 6, label: 'critical path' },
  ],
};
