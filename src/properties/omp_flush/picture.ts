import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Flush',
  description:
    'A thread writes a value and makes it visible with a flush. Another thread reads it after another flush. Both spend time in the flush.',
  lanes: [
    lane('thread 0', work(0, 3), call('flush', 3, 4.5, 3, 4.5), work(4.5, 10)),
    lane('thread 1', work(0, 6), call('flush', 6, 7.5, 6, 7.5), work(7.5, 10)),
  ],
  arrows: [{ from: [0, 4.5], to: [1, 6] }],
};
