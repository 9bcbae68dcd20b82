import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/** The call tree, one row a call path; what the numbers mean is said at `CallTree` of the model. */
export const callTree = {
  ask: v.object({}),
  head: v.object({}),
  columns: columnsOf({ parent: 'int32', region: 'uint32', site: 'uint32' }),
};
