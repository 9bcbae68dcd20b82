import * as v from 'valibot';
import { chosenPhase, columnsOf, index } from './declaration.js';

/**
 * The value of a metric on each location, at one call path or (null) in the whole program; inclusive: with what is
 * called from it.
 */
export const locationValues = {
  ask: v.object({ metric: v.string(), node: v.nullable(index), inclusive: v.boolean(), phase: chosenPhase }),
  head: v.object({ unit: v.string() }),
  columns: columnsOf({ value: 'float64' }),
};
