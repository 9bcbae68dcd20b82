import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/**
 * In which regions a location is at a moment, outermost first: seconds from the trace's start, as recorded (not corrected
 * where clocks contradict one another), after all events that are not later. `region` and `site` are those of call paths,
 * `enter` is when each was entered.
 */
export const openRegions = {
  ask: v.object({ location: index, time: v.pipe(v.number(), v.finite()) }),
  head: v.object({}),
  columns: columnsOf({ region: 'uint32', site: 'uint32', enter: 'float64' }),
};
