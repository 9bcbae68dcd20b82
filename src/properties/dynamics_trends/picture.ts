import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Slowing Down',
  description:
    'Five iterations, aligned at their starts. The first two take the same time in the exchange, the others increasingly more. The time that exceeds the earlier level is lost.',
  lanes: [
    lane('iteration 0', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 1', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 2', work(0, 3), call('exchange', 3, 5.5, 4, 5.5)),
    lane('iteration 3', work(0, 3), call('exchange', 3, 7, 4, 7)),
    lane('iteration 4', work(0, 3), call('exchange', 3, 8.5, 4, 8.5)),
  ],
  marks: [{ at: 4, label: 'level before' }],
};
