import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Varying Iterations',
  description:
    'Five iterations, aligned at their starts, take different times in the exchange: 4, 7, 3.5, 8 and 5 units. The time that exceeds their mean is hatched.',
  lanes: [
    lane('iteration 0', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 1', work(0, 3), call('exchange', 3, 7, 5.5, 7)),
    lane('iteration 2', work(0, 3), call('exchange', 3, 3.5)),
    lane('iteration 3', work(0, 3), call('exchange', 3, 8, 5.5, 8)),
    lane('iteration 4', work(0, 3), call('exchange', 3, 5)),
  ],
  marks: [{ at: 5.5, label: 'mean' }],
};
