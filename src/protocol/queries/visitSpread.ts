import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Outliers of a location at most: those farthest from its median. */
export const MOST_OUTLIERS = 64;

/**
 * Distribution of the visits of a call path on each location that visited it, in seconds: inclusive durations or, with
 * a property, waiting times. Numbers are those of `Spread`. Row `r` has the outliers from `outlierEnd[r - 1]` (0 for
 * the first) up to `outlierEnd[r]`, of `outliers[r]` in all. `worstFrom` and `worstTo` are the times of its largest
 * value.
 */
export const visitSpread = {
  ask: v.object({
    node: index,
    /** Property of the waits; omitted for the duration of visits. */
    property: v.exactOptional(v.string()),
  }),
  head: v.object({}),
  columns: columnsOf({
    location: 'uint32',
    visits: 'uint32',
    least: 'float64',
    lower: 'float64',
    median: 'float64',
    upper: 'float64',
    most: 'float64',
    mean: 'float64',
    from: 'float64',
    to: 'float64',
    worstFrom: 'float64',
    worstTo: 'float64',
    outliers: 'uint32',
    outlierEnd: 'uint32',
    outlier: 'float64',
  }),
};
