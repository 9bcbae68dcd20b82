import * as v from 'valibot';
import { columnsOf } from './declaration.js';
import { chosenWindow } from './marks.js';

/** Rows and columns at most. */
export const MOST_CELLS = 512;

/**
 * Messages between processes by sender and receiver: cell `s * rows + r` is the traffic from row `s` to row `r`. With
 * more processes than `most`, `folded` neighbors share one row. The locations of row `r` are those from `start[r]` up
 * to `start[r + 1]`; its name is the UTF-8 in `name` from `end[r - 1]` (0 for the first) up to `end[r]`. With a window,
 * only messages in transit in it count, each as a whole.
 */
export const matrix = {
  ask: v.object({
    of: v.picklist(['count', 'bytes', 'waiting']),
    window: v.exactOptional(chosenWindow),
    most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_CELLS)),
  }),
  head: v.object({
    unit: v.string(),
    /** Of the run, seconds. */
    span: v.number(),
    rows: v.number(),
    processes: v.number(),
    folded: v.number(),
    messages: v.number(),
  }),
  columns: columnsOf({ value: 'float64', start: 'uint32', location: 'uint32', name: 'uint8', end: 'uint32' }),
};
