import { call, lane, type Picture } from '../pictures.js';

export const picture: Picture = {
  title: 'Memory Imbalance',
  description:
    'Not time but bytes: four ranks hold 9, 3, 2 and 2 units of the heap at most, 4 on average. Rank 0 needs room for 9; of as much room on every rank, 5 units stay empty on average.',
  lanes: [
    lane('rank 0', call('heap', 0, 9)),
    lane('rank 1', call('heap', 0, 9, 3, 9)),
    lane('rank 2', call('heap', 0, 9, 2, 9)),
    lane('rank 3', call('heap', 0, 9, 2, 9)),
  ],
  marks: [
    { at: 4, label: 'average' },
    { at: 9, label: 'most' },
  ],
};
