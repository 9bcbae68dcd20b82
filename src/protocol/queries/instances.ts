import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Columns at most: more visits are told several in one. */
export const MOST_VISITS = 2048;

/**
 * The visits of a call path, one by one, in the order in which they begin on each location: by row and column
 * (`row * columns + column`) `value` is how long one took with what it called or, with a property, how long it waited in it
 * (NaN: there was none), `from` and `to` when it was. Of more visits than `most`, `folded` are in one column: the longest, or
 * their mean; `from` and `to` are always those of the longest. Row `r` is location `location[r]`; those that were never
 * there have none.
 */
export const instances = {
  ask: v.object({
    node: index,
    /** Of waits; how long visits took when left out. */
    property: v.exactOptional(v.string()),
    fold: v.picklist(['max', 'mean']),
    most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_VISITS)),
  }),
  head: v.object({
    /** On the location that was there most often. */
    visits: v.number(),
    folded: v.number(),
    columns: v.number(),
  }),
  columns: columnsOf({ location: 'uint32', value: 'float64', from: 'float64', to: 'float64' }),
};
