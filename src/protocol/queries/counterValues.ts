import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/**
 * What counters of a location counted per second, by counter and then in order of time: each row is about up to
 * 128 readings that follow each other, of which the least, the largest and the mean over time are given. `counter` counts in
 * the list of the timeline.
 */
export const counterValues = {
  ask: v.object({ location: index }),
  head: v.object({}),
  columns: columnsOf({
    counter: 'uint32',
    from: 'float64',
    to: 'float64',
    least: 'float64',
    most: 'float64',
    mean: 'float64',
  }),
};
