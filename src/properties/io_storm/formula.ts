import type { Seconds } from '../../base/units.js';

/**
 * Calls of one process form a burst if the gaps between them are no larger: a hundred calls per second or more, not counting
 * their own duration.
 */
export const LARGEST_GAP: Seconds = 0.01;
