import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Displayed names of the locations: the name of number `l` is the UTF-8 in `name` from `end[l - 1]` (0 for the first)
 * up to `end[l]`. `order` has the numbers of all that run the program, threads of a process next to one another.
 */
export const locations = {
  ask: v.object({}),
  /** Kind of each location: the only thread of a process, one of several, or something else on a device. */
  head: v.object({ are: v.picklist(['rank', 'thread', 'location']) }),
  columns: columnsOf({ name: 'uint8', end: 'uint32', order: 'uint32' }),
};
