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

/** Call paths: with what is called from them, or (exclusive) without; null stands for the whole program. */
export const chosenNodes = v.nullable(
  v.pipe(v.array(v.object({ node: index, exclusive: v.boolean() })), v.maxLength(MOST_CHOSEN)),
);

/**
 * The weights of three coupled trees (Wolf, table 4.1): each metric over the whole program and all locations, in the order
 * of `definitions`; each call path of the chosen metrics over all locations; each location of the chosen metrics at the
 * chosen call paths. What is chosen twice counts once. Inclusive is what a collapsed row shows, exclusive an expanded one.
 * With a window, only what lies in it counts; metrics that are not known by time are NaN then.
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
