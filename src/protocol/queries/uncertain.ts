import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Locations with incomplete or contradictory records: values of location `location[u]` are uncertain from `from[u]`
 * seconds after the start of the trace on (0: all of them). Locations with only uncertain messages are excluded.
 */
export const uncertain = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ location: 'uint32', from: 'float64' }),
};
