import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Idle Threads',
  description:
    'The master thread works alone before and after a parallel region. The worker has nothing to do in that time.',
  lanes: [
    lane('master', work(0, 3.5), call('parallel region', 3.5, 6.5), work(6.5, 10)),
    lane(
      'worker',
      call('no team', 0, 3.5, 0, 3.5),
      call('parallel region', 3.5, 6.5),
      call('no team', 6.5, 10, 6.5, 10),
    ),
  ],
  marks: [
    { at: 3.5, label: 'fork' },
    { at: 6.5, label: 'join' },
  ],
};
