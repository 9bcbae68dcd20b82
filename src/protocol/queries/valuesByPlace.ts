import * as v from 'valibot';
import { columnsOf } from './declaration.js';
import { chosenWindow } from './marks.js';
import { chosenMetrics, chosenNodes } from './weights.js';

/**
 * Several values by location, for pictures: row `r` has the chosen metrics at the chosen call paths on each location,
 * from `r * locationCount` on. With `functions`, there is one such row, followed by one for each of the functions with
 * the largest exclusive values, by region number. The rest of the first row belongs to other functions.
 */
export const valuesByPlace = {
  ask: v.object({
    rows: v.pipe(
      v.array(v.object({ properties: chosenMetrics, nodes: chosenNodes })),
      v.minLength(1),
      v.maxLength(256),
    ),
    /** Number of functions of the first row that are distinguished; 0 for none. */
    functions: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64)),
    /** Restricts values to this window; omitted for the whole run. */
    window: v.exactOptional(chosenWindow),
  }),
  head: v.object({ unit: v.string(), rows: v.number() }),
  columns: columnsOf({ region: 'uint32', value: 'float64' }),
};
