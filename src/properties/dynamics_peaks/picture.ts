import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Peaks',
  description:
    'Five iterations, aligned at their starts. Four take the same time in the exchange. Iteration 2 takes five units more, the time above the line between its neighbors.',
  lanes: [
    lane('iteration 0', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 1', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 2', work(0, 3), call('exchange', 3, 9, 4, 9)),
    lane('iteration 3', work(0, 3), call('exchange', 3, 4)),
    lane('iteration 4', work(0, 3), call('exchange', 3, 4)),
  ],
  marks: [
    { at: 4, label: 'before and after' },
    { at: 9, label: 'peak' },
  ],
};
