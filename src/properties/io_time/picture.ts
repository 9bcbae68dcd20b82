import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'File I/O',
  description:
    'Two ranks open a file, write it and close it. The time in all three calls counts: that of open and close is metadata, that of write is reading and writing.',
  lanes: [
    lane(
      'rank 0',
      work(0, 2),
      call('open', 2, 3.5, 2, 3.5),
      call('write', 3.5, 7, 3.5, 7),
      call('close', 7, 8, 7, 8),
      work(8, 10),
    ),
    lane(
      'rank 1',
      work(0, 3),
      call('open', 3, 4, 3, 4),
      call('write', 4, 6.5, 4, 6.5),
      call('close', 6.5, 7.5, 6.5, 7.5),
      work(7.5, 10),
    ),
  ],
};
