import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';

/** How long a count is taken for where nothing tells it: as long as between samples where nobody asked for another frequency. */
export const UNTIMED_PERIOD: Seconds = 0.01;

export const UNTIMED: Problem = {
  level: 'warning',
  message:
    'This file says how often something was found, and not for how long: each count is taken for 10 ms. Shares are right; times are only where it was sampled 100 times a second.',
};
