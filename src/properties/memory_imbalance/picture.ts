import { call, lane, type Picture } from '../pictures.js';

export const picture: Picture = {
  title: 'Memory Imbalance',
  description:
    'Bytes instead of time: four ranks hold at most 8, 4, 2 and 2 units of the heap, 4 on average. Rank 0 needs 8 units of memory. If every rank gets as much, 4 units stay unused on average.',
  lanes: [
    lane('rank 0', call('heap', 0, 8)),
    lane('rank 1', call('heap', 0, 8, 4, 8)),
    lane('rank 2', call('heap', 0, 8, 2, 8)),
    lane('rank 3', call('heap', 0, 8, 2, 8)),
  ],
  marks: [
    { at: 4, label: 'average' },
    { at: 8, label: 'most' },
  ],
};
