import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';
import { chosenWindow } from './marks.js';

/** Rows of one tree that are selected together, at most. */
const MOST_CHOSEN = 1 << 16;

/** A metric: with those below it in the hierarchy, or (exclusive) without. */
export const chosenMetrics = v.pipe(
  v.array(v.object({ metric: v.string(), exclusive: v.boolean() })),
  v.minLength(1),
  v.maxLength(1000),
);

/** Call paths, inclusive or exclusive; null means the whole program. */
export const chosenNodes = v.nullable(
  v.pipe(v.array(v.object({ node: index, exclusive: v.boolean() })), v.maxLength(MOST_CHOSEN)),
);

/**
 * The weights of three coupled trees (Wolf, table 4.1): each metric over the whole program and all locations, in the
 * order of `definitions`; each call path of the chosen metrics over all locations; each location of the chosen metrics
 * at the chosen call paths. Items chosen twice count once. Collapsed rows show inclusive values, expanded rows
 * exclusive values. With a window, only values within it count; metrics that are not available by time are then NaN.
 */
export const weights = {
  ask: v.object({ properties: chosenMetrics, nodes: chosenNodes, window: v.exactOptional(chosenWindow) }),
  head: v.object({
    /** Of the chosen metrics. */
    unit: v.string(),
    /** Why there are no values in the window: one sentence. */
    missing: v.exactOptional(v.string()),
  }),
  columns: columnsOf({
    metricInclusive: 'float64',
    metricExclusive: 'float64',
    nodeInclusive: 'float64',
    nodeExclusive: 'float64',
    place: 'float64',
  }),
};
