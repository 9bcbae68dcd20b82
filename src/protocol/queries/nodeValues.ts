import * as v from 'valibot';
import { chosenLocations, chosenPhase, columnsOf } from './declaration.js';

/** The value of a metric at each call path, summed over locations; inclusive: with what is called from it. */
export const nodeValues = {
  ask: v.object({ metric: v.string(), inclusive: v.boolean(), locations: chosenLocations, phase: chosenPhase }),
  head: v.object({ unit: v.string() }),
  columns: columnsOf({ value: 'float64' }),
};
