import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Polling',
  description:
    'A process asks three times for a message that is not there, and finds it complete the fourth time, after the sender has sent it. The time inside the four calls is counted; between them the process works.',
  lanes: [
    lane('sender', work(0, 6), call('MPI_Send', 6, 8), work(8, 10)),
    lane(
      'receiver',
      ...[1, 3, 5, 7].flatMap((at) => [work(at - 1, at), call('Test', at, at + 1, at, at + 1)]),
      work(8, 10),
    ),
  ],
  marks: [
    { at: 1, label: 'first question' },
    { at: 8, label: 'complete' },
  ],
  arrows: [{ from: [0, 6], to: [1, 8] }],
};
