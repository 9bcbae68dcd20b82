import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Maximum number of columns: with more visits, several share one column. */
export const MOST_VISITS = 2048;

/**
 * The visits of a call path, one by one, in the order in which they begin on each location. For row and column (`row *
 * columns + column`), `value` is the inclusive duration or, with a property, the waiting time (NaN: none); `from` and
 * `to` are its times. With more visits than `most`, `folded` of them share a column: the longest, or their mean; `from`
 * and `to` are always those of the longest. Row `r` is location `location[r]`; locations without visits have no row.
 */
export const instances = {
  ask: v.object({
    node: index,
    /** Property of the waits; omitted for the duration of visits. */
    property: v.exactOptional(v.string()),
    fold: v.picklist(['max', 'mean']),
    most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_VISITS)),
  }),
  head: v.object({
    /** On the location with the most visits. */
    visits: v.number(),
    folded: v.number(),
    columns: v.number(),
  }),
  columns: columnsOf({ location: 'uint32', value: 'float64', from: 'float64', to: 'float64' }),
};
