import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * All metrics by call path, summed over locations: what a comparison needs of a run. Metric `m` of the head has the
 * entries from `start[m]` up to `start[m + 1]` of `callPath` and `value`; zeros are left out.
 */
export const totals = {
  ask: v.object({}),
  head: v.object({ metrics: v.array(v.string()) }),
  columns: columnsOf({ start: 'uint32', callPath: 'uint32', value: 'float64' }),
};
