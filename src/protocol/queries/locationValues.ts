import * as v from 'valibot';
import { chosenPhase, columnsOf, index } from './declaration.js';

/**
 * The value of a metric on each location, at one call path or (null) in the whole program; inclusive: with what is
 * called from it; `less`: without what these metrics have there, as far as the experiment knows them.
 */
export const locationValues = {
  ask: v.object({
    metric: v.string(),
    node: v.nullable(index),
    inclusive: v.boolean(),
    phase: chosenPhase,
    less: v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(1000))),
  }),
  head: v.object({ unit: v.string() }),
  columns: columnsOf({ value: 'float64' }),
};
