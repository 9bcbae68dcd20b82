import * as v from 'valibot';
import { chosenLocations, columnsOf } from './declaration.js';
import { chosenMetrics, chosenNodes } from './weights.js';

/** Parts of the run at most. */
const MOST_BINS = 4096;

/**
 * Seconds of the chosen metrics at the chosen call paths, summed over the chosen locations, in each of `bins` equal
 * parts of the run. Values are exact for waits with instances, and exact to the call for calls. Other values within
 * calls are assumed to be spread evenly over them; `isEven` is then set. `most` is the upper limit of a part: the time
 * from first to last event of the locations.
 */
export const overTime = {
  ask: v.object({
    properties: chosenMetrics,
    nodes: chosenNodes,
    locations: chosenLocations,
    bins: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_BINS)),
  }),
  head: v.object({ span: v.number(), isEven: v.boolean() }),
  columns: columnsOf({ value: 'float64', most: 'float64' }),
};
