import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/** The call tree, one row per call path; `CallTree` of the model documents the numbers. */
export const callTree = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ parent: 'int32', region: 'uint32', site: 'uint32' }),
};
