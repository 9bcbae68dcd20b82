import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Task Wait',
  description:
    'Thread 0 creates two tasks and enters a taskwait. It executes one task itself. After that, it waits for the other task, which runs longer on thread 1.',
  lanes: [
    lane('thread 0', call('create', 0, 2), call('taskwait', 2, 8, 5, 7.5), work(8, 10)),
    lane('thread 1', work(0, 2), call('task 2', 2, 7.5), work(7.5, 10)),
  ],
  marks: [
    { at: 5, label: 'end of task 1' },
    { at: 7.5, label: 'end of task 2' },
  ],
  arrows: [{ from: [1, 7.5], to: [0, 8] }],
};
