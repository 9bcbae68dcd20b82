import * as v from 'valibot';
import { chosenLocations, columnsOf, indices } from './declaration.js';
import { MOST_MARKS, windowFields } from './marks.js';

/** Columns into which a window is divided at most. */
const MOST_COLUMNS = 512;

/**
 * Messages of a window that are not given one by one: those between different rows of a picture, without the `most` messages
 * that `marks` gives for the same window, locations and ends. Location `shown[l]` is on row `rows[l]`.
 *
 * Messages of one bundle have the same sender row and receiver row, and are sent in the same column and received in the same
 * column of the window; time before the window is one column, time after it another. Where bundles are too many, columns become
 * wider, down to a single one; then the bundles with the fewest messages are omitted.
 *
 * By bundle, the one with the most messages first: how many messages, their bytes (NaN where a size was not recorded), the
 * seconds that were waited for them, and the means of the times at which they were sent and received.
 */
export const messageBundles = {
  ask: v.pipe(
    v.object({
      ...windowFields,
      locations: chosenLocations,
      ends: v.exactOptional(v.picklist(['both', 'one'])),
      most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MARKS)),
      shown: indices,
      rows: indices,
      columns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_COLUMNS)),
    }),
    v.check(({ from, to }) => from < to, 'the window ends before it begins'),
    v.check(({ shown, rows }) => shown.length === rows.length, 'there is not one row for each location'),
  ),
  head: v.object({
    /** Messages between different rows: those in `marks`, in bundles and omitted. */
    messages: v.number(),
    /** Those of them that `marks` gives. */
    single: v.number(),
    /** Those in omitted bundles. */
    omitted: v.number(),
    /** Columns of the window that bundles have. */
    columns: v.number(),
  }),
  columns: columnsOf({
    sender: 'uint32',
    receiver: 'uint32',
    count: 'float64',
    bytes: 'float64',
    waiting: 'float64',
    send: 'float64',
    receive: 'float64',
  }),
};
