import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Functions, as pictures of time tell them apart: by call path the number of its region (`region`), by region the class that
 * its time is of, by its place in the list of the timeline (`class`), the seconds that all locations spent in it without
 * what it calls (`seconds`), and its name: the UTF-8 in `name` from `end[r - 1]` (0 for the first) up to `end[r]`.
 */
export const functions = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ region: 'uint32', class: 'uint8', seconds: 'float64', name: 'uint8', end: 'uint32' }),
};
