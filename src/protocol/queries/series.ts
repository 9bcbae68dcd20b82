import * as v from 'valibot';
import { chosenLocations, columnsOf, index, chosenLoop } from './declaration.js';

/** Bins of one question. */
const MOST_BINS = 1 << 16;

/**
 * Seconds (of a counter: events) by iteration of a metric at a call path, or (null) at all call paths together, exclusive
 * along the call tree: row `r` is location `location[r]`, bin `b` is iterations `first[b]` up to `first[b + 1]` (not
 * contained), with their mean in `mean[r * bins + b]` and their largest in `largest[r * bins + b]`. There are as many bins
 * as iterations, and at most `most`. At `from[b]` seconds the first location began iteration `first[b]`; the last of `from`
 * is when the last location ended the last one.
 */
export const series = {
  ask: v.object({
    metric: v.string(),
    node: v.nullable(index),
    locations: chosenLocations,
    level: chosenLoop,
    most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_BINS)),
  }),
  head: v.object({ iterations: v.number(), bins: v.number() }),
  columns: columnsOf({
    location: 'uint32',
    first: 'uint32',
    from: 'float64',
    mean: 'float32',
    largest: 'float32',
  }),
};
