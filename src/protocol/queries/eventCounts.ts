import * as v from 'valibot';
import { chosenLocations, columnsOf } from './declaration.js';

/** Windows of one query at most, so that an answer has a sensible size. */
const MOST_WINDOWS = 1 << 16;

/**
 * How many events each location has in each of `windows` equal windows of [from, to): seconds from the trace's start, as
 * recorded (not corrected where clocks contradict one another). Rows are the chosen locations, in their order.
 */
export const eventCounts = {
  ask: v.pipe(
    v.object({
      from: v.pipe(v.number(), v.finite()),
      to: v.pipe(v.number(), v.finite()),
      windows: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_WINDOWS)),
      locations: chosenLocations,
    }),
    v.check(({ from, to }) => from < to, 'the windows end before they begin'),
  ),
  head: v.object({ rows: v.number() }),
  columns: columnsOf({ count: 'uint32' }),
};
