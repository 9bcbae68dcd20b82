import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/**
 * Rates of the counters of a location per second, by counter and then in order of time. Each row covers up to about 128
 * successive readings, and gives their least, largest and mean over time. `counter` is an index in the list of the
 * timeline.
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
