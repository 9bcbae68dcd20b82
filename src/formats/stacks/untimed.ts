import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';

/** How long a count is taken for where nothing tells it: as long as between samples where nobody asked for another frequency. */
export const UNTIMED_PERIOD: Seconds = 0.01;

export const UNTIMED: Problem = {
  level: 'warning',
  message:
    'This file contains counts without durations: each count is read as 10 ms. Shares are right; times are right only for a sampling rate of 100 Hz.',
};
