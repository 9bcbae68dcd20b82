import { call, lane, type Picture, work } from '../pictures.js';

export const picture: Picture = {
  title: 'Condition Contention',
  description:
    'Thread 1 enters pthread_cond_wait. Thread 0 works, signals the condition and releases the mutex in pthread_mutex_unlock. Thread 1 waits until that release.',
  lanes: [
    lane('thread 0', work(0, 6), call('pthread_mutex_unlock', 6, 7), work(7, 10)),
    lane('thread 1', work(0, 2), call('pthread_cond_wait', 2, 7.5, 2, 7), work(7.5, 10)),
  ],
  marks: [{ at: 7, label: 'release' }],
  arrows: [{ from: [0, 7], to: [1, 7.5] }],
};
