import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Values of a metric by iteration of the run's progress loop, of profiles that keep them: line `l` is what a call path did
 * on a rank (and thread, where they are asked for apart), its values stand from `l * buckets` on. `known` is 0 where a path
 * was not visited, which is filled as it is asked for. Bucket `b` is iterations `b * stride + 1` to `(b + 1) * stride`.
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
  /** `callPath`: of the experiment's call tree, -1 where it is not there; `thread`: -1 where a rank's are one. */
  columns: columnsOf({ callPath: 'int32', rank: 'uint32', thread: 'int32', value: 'float64', known: 'uint8' }),
};
