import { call, lane, type Picture } from '../pictures.js';

export const picture: Picture = {
  title: 'Computational Imbalance',
  description:
    'Three ranks spend 2, 4 and 9 units in relax, 5 on average. Rank 2 is 4 units above the average: overload. Ranks 0 and 1 are below it: underload.',
  lanes: [
    lane('rank 0', call('relax', 0, 2)),
    lane('rank 1', call('relax', 0, 4)),
    lane('rank 2', call('relax', 0, 9, 5, 9)),
  ],
  marks: [{ at: 5, label: 'average' }],
};
