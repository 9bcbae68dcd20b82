import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Polling',
  description:
    'A process tests three times for a message that has not arrived. The fourth test, after the send, finds it complete. The time inside the four calls counts; between them the process works.',
  lanes: [
    lane('sender', work(0, 6), call('MPI_Send', 6, 8), work(8, 10)),
    lane(
      'receiver',
      ...[1, 3, 5, 7].flatMap((at) => [work(at - 1, at), call('Test', at, at + 1, at, at + 1)]),
      work(8, 10),
    ),
  ],
  marks: [
    { at: 1, label: 'first test' },
    { at: 8, label: 'complete' },
  ],
  arrows: [{ from: [0, 6], to: [1, 8] }],
};
