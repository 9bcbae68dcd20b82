import * as v from 'valibot';
import { chosenLocations, columnsOf } from './declaration.js';
import { chosenMetrics, chosenNodes } from './weights.js';

/** Parts of the run at most. */
const MOST_BINS = 4096;

/**
 * How many seconds of the chosen metrics at the chosen call paths all chosen locations together have in each of `bins` equal
 * parts of the run. What waits are instances of is exact; what calls are is exact to the call; of what lies within calls and
 * has no instances, it is taken to pass evenly in them, which `isEven` says. `most` is what a part could have at most: the
 * time from first to last event of the locations.
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
