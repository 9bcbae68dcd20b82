import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Limited Parallelism',
  description:
    'A parallel region uses two of three threads. Worker 2 does not take part and has nothing to do from the fork to the join.',
  lanes: [
    lane('master', work(0, 2), call('num_threads(2)', 2, 8), work(8, 10)),
    lane('worker 1', call('num_threads(2)', 2, 8)),
    lane('worker 2', call('not used', 2, 8, 2, 8)),
  ],
  marks: [
    { at: 2, label: 'fork' },
    { at: 8, label: 'join' },
  ],
};
