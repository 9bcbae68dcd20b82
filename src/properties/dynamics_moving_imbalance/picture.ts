import { call, lane, type Picture } from '../pictures.js';

export const picture: Picture = {
  title: 'Moving Imbalance',
  description:
    'Two ranks with two iterations. In the first one, rank 0 takes four units and rank 1 two; in the second one, the reverse. Both have six units in total, but each iteration takes one unit longer than their average.',
  lanes: [
    lane('rank 0', call('relax', 0, 4, 3, 4), call('relax', 5, 7)),
    lane('rank 1', call('relax', 0, 2), call('relax', 5, 9, 8, 9)),
  ],
  marks: [
    { at: 3, label: 'average' },
    { at: 5, label: 'iteration 1' },
    { at: 8, label: 'average' },
  ],
};
