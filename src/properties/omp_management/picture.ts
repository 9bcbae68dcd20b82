import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Management (OpenMP)',
  description:
    'The master forks a team. Its threads enter the parallel region a little later, one after the other. The master continues some time after the region has ended.',
  lanes: [
    lane('master', work(0, 2), call('fork', 2, 3, 2, 3), call('region', 3, 7), call('join', 7, 8, 7, 8), work(8, 10)),
    lane('worker 1', call('start', 2, 3.5, 2, 3.5), call('region', 3.5, 7)),
    lane('worker 2', call('start', 2, 4, 2, 4), call('region', 4, 7)),
  ],
  marks: [
    { at: 2, label: 'fork' },
    { at: 8, label: 'join' },
  ],
};
