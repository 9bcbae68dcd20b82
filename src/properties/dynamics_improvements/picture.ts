import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Getting Faster',
  description:
    'Five iterations, aligned at their starts. The first three take longer in the exchange than the last two. The time that exceeds the later level is avoidable.',
  lanes: [
    lane('iteration 0', work(0, 3), call('exchange', 3, 8, 4.5, 8)),
    lane('iteration 1', work(0, 3), call('exchange', 3, 8, 4.5, 8)),
    lane('iteration 2', work(0, 3), call('exchange', 3, 6.5, 4.5, 6.5)),
    lane('iteration 3', work(0, 3), call('exchange', 3, 4.5)),
    lane('iteration 4', work(0, 3), call('exchange', 3, 4.5)),
  ],
  marks: [{ at: 4.5, label: 'level after' }],
};
