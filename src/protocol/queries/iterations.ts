import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Values of a metric by iteration of the run's progress loop, for profiles that keep them. Line `l` is a call path on a
 * rank (and thread, if threads are requested separately); its values start at `l * buckets`. `known` is 0 if a path was
 * not visited; its value is then filled as requested. Bucket `b` is iterations `b * stride + 1` to `(b + 1) * stride`.
 */
export const iterations = {
  ask: v.object({
    metric: v.string(),
    missing: v.picklist(['zero', 'hold', 'linear']),
    threads: v.boolean(),
  }),
  head: v.object({
    /** Name of the progress loop; '' where it is not known. */
    phase: v.string(),
    iterations: v.number(),
    stride: v.number(),
    buckets: v.number(),
    unit: v.string(),
  }),
  /**
   * `callPath`: of the experiment's call tree, -1 if it has none; `thread`: -1 if the threads of a rank are combined.
   */
  columns: columnsOf({ callPath: 'int32', rank: 'uint32', thread: 'int32', value: 'float64', known: 'uint8' }),
};
