import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Critical Path',
  description:
    'Seen from the end, the path runs on rank 1 back to the barrier. There it moves to rank 0, for which rank 1 waited, and runs on rank 0 to the start. The hatched part is the path.',
  lanes: [
    lane('rank 0', call('relax', 0, 5, 0, 5), call('barrier', 5, 5.8), work(5.8, 7.5)),
    lane('rank 1', call('relax', 0, 2), call('barrier', 2, 5.8), call('output', 5.8, 8.8, 5.8, 8.8)),
  ],
  marks: [
    { at: 5, label: 'latest begin' },
    { at: 8.8, label: 'last to end' },
  ],
  arrows: [{ from: [0, 5], to: [1, 5.8] }],
};
