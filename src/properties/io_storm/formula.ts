import type { Seconds } from '../../base/units.js';

/**
 * Calls of one process that are no farther apart make one burst: within it the process makes a hundred of them a second
 * or more, beside the time that they take.
 */
export const LARGEST_GAP: Seconds = 0.01;
