import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'OpenMP Critical Contention',
  description:
    'Three threads want to enter the same critical section. Thread 1 waits until thread 0 leaves it, thread 2 until thread 1 leaves it.',
  lanes: [
    lane('thread 0', work(0, 1), call('critical section', 1, 4), work(4, 10)),
    lane('thread 1', work(0, 2), call('critical section', 2, 7, 2, 4), work(7, 10)),
    lane('thread 2', work(0, 3), call('critical section', 3, 9.5, 3, 7), work(9.5, 10)),
  ],
  marks: [
    { at: 4, label: 'release by 0' },
    { at: 7, label: 'release by 1' },
  ],
  arrows: [
    { from: [0, 4], to: [1, 4] },
    { from: [1, 7], to: [2, 7] },
  ],
};
