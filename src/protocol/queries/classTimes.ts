import * as v from 'valibot';
import { columnsOf, indices } from './declaration.js';
import { chosenWindow } from './marks.js';

/** Rows of one answer at most. */
export const MOST_CLASS_ROWS = 1 << 16;

/**
 * Seconds that rows spend on each class of the timeline in a window, and how many of them they wait. The locations of row `r`
 * are `rows[r]` of those that are listed, one row after the other. Value `r * classes + c` is that of row `r` and class `c`.
 */
export const classTimes = {
  ask: v.object({
    window: chosenWindow,
    locations: indices,
    rows: v.pipe(indices, v.maxLength(MOST_CLASS_ROWS)),
  }),
  head: v.object({
    /** Whether all of it is exact; else times within blocks of events are taken to pass evenly. */
    isExact: v.boolean(),
  }),
  columns: columnsOf({ seconds: 'float64', waiting: 'float64' }),
};
