import * as v from 'valibot';
import { columnsOf } from './declaration.js';
import { chosenWindow } from './marks.js';
import { chosenMetrics, chosenNodes } from './weights.js';

/**
 * Several values by location, for pictures: row `r` has the chosen metrics at the chosen call paths on each location, from
 * `r * locationCount` on. With `functions`, there is one row, and behind it one for each of the functions (by their own
 * part, whatever called them) that have most of it, by region number: what is left of the first row is done by others.
 */
export const valuesByPlace = {
  ask: v.object({
    rows: v.pipe(
      v.array(v.object({ properties: chosenMetrics, nodes: chosenNodes })),
      v.minLength(1),
      v.maxLength(256),
    ),
    /** So many functions of the first row are told apart; 0 for none. */
    functions: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64)),
    /** Only what lies in it counts; all of the run when left out. */
    window: v.exactOptional(chosenWindow),
  }),
  head: v.object({ unit: v.string(), rows: v.number() }),
  columns: columnsOf({ region: 'uint32', value: 'float64' }),
};
