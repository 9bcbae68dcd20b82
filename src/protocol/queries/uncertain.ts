import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Locations whose records are incomplete or contradict themselves: values of location `location[u]` are uncertain from
 * `from[u]` seconds after the start of the trace on (0: all of them). Those of which only messages are in doubt are not among
 * them.
 */
export const uncertain = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ location: 'uint32', from: 'float64' }),
};
