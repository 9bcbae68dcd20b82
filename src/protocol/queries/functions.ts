import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Functions as pictures of time distinguish them. By call path: the number of its region (`region`). By region: the
 * class of its time, by its position in the list of the timeline (`class`), and the exclusive seconds of all locations
 * (`seconds`). Its name is the UTF-8 in `name` from `end[r - 1]` (0 for the first) up to `end[r]`.
 */
export const functions = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ region: 'uint32', class: 'uint8', seconds: 'float64', name: 'uint8', end: 'uint32' }),
};
