import * as v from 'valibot';
import { chosenLocations, columnsOf, indices } from './declaration.js';
import { MOST_MARKS, windowFields } from './marks.js';

/** Columns into which a window is divided at most. */
const MOST_COLUMNS = 512;

/**
 * Messages of a window that are not given one by one. They are those between different rows of a picture, without the
 * `most` messages that `marks` returns for the same window, locations and ends. Location `shown[l]` is on row
 * `rows[l]`.
 *
 * Messages of one bundle have the same sender row and receiver row, and the same send column and receive column of the
 * window. Time before the window is one column, time after it another. With too many bundles, columns become wider,
 * down to a single one; then the bundles with the fewest messages are omitted.
 *
 * Bundles are sorted by message count, the largest first. Each has its message count, their bytes (NaN if a size was
 * not recorded), and the seconds of waiting for them. It also has the means of the times at which they were sent and
 * received.
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
