import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Small I/O',
  description:
    'Rank 0 writes three blocks of a few bytes each: the time in all three calls counts as lost. Rank 1 writes a block of one mebibyte, which does not count.',
  lanes: [
    lane(
      'rank 0',
      work(0, 1),
      ...[1, 3.5, 6].flatMap((at) => [call('write', at, at + 2, at, at + 2), work(at + 2, at + 2.5)]),
      work(8.5, 10),
    ),
    lane('rank 1', work(0, 2), call('write', 2, 7), work(7, 10)),
  ],
};
