import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Metadata Storm',
  description:
    'Two ranks open and close files in quick succession. While both do so, the time in their calls counts. The files that rank 0 opens before rank 1 starts do not count.',
  lanes: [
    lane(
      'rank 0',
      work(0, 1),
      call('open', 1, 2.5),
      call('close', 2.6, 4),
      call('open', 4.1, 6, 4.1, 6),
      call('close', 6.1, 7, 6.1, 7),
      work(7, 10),
    ),
    lane('rank 1', work(0, 4), call('open', 4, 5.5, 4, 5.5), call('close', 5.6, 7, 5.6, 7), work(7, 10)),
  ],
  marks: [
    { at: 4, label: 'both' },
    { at: 7, label: 'end' },
  ],
};
