import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Host Waiting for Device',
  description:
    'The host launches a kernel and enters a synchronizing call while the stream is busy. It waits from there until the kernel ends.',
  lanes: [
    lane('host', work(0, 0.5), call('launch', 0.5, 1.5), work(1.5, 3), call('synchronize', 3, 8, 3, 7.5), work(8, 10)),
    lane('stream', call('kernel', 1.5, 7.5)),
  ],
  marks: [{ at: 7.5, label: 'end of the kernel' }],
  arrows: [{ from: [1, 7.5], to: [0, 8] }],
};
