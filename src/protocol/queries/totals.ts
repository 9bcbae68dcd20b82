import * as v from 'valibot';
import { columnsOf } from './declaration.js';

const number = v.number();

/** Basis of POP's efficiencies; sums over locations are not sufficient for them. */
const efficiency = v.object({
  ...{ runTime: number, processes: number, threads: number, averageUseful: number },
  mostUseful: v.exactOptional(number),
  ...{ idealTime: v.exactOptional(number), instructions: v.exactOptional(number), cycles: v.exactOptional(number) },
  teams: v.exactOptional(
    v.object({
      averageOutside: number,
      mostOutside: number,
      serialIdle: number,
      regionLoss: number,
      otherLoss: number,
    }),
  ),
});

/**
 * All metrics by call path, summed over locations, and the efficiency of the run if available: the data a comparison
 * needs of a run. Metric `m` of the head has the entries from `start[m]` up to `start[m + 1]` of `callPath` and
 * `value`; zeros are omitted.
 */
export const totals = {
  ask: v.object({}),
  head: v.object({ metrics: v.array(v.string()), efficiency: v.exactOptional(efficiency) }),
  columns: columnsOf({ start: 'uint32', callPath: 'uint32', value: 'float64' }),
};
