import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';
import { waitFields } from './worst.js';

/**
 * Activity of a location at a given time, with corrected clocks if they were corrected. It has the call path from the
 * outermost call on (`node`, as in the call tree; `enter`, the time each was entered), and the wait, if any. With a
 * `step`, the time is the one at which the location's operation of this step begins, or `time` if it has none.
 */
export const at = {
  ask: v.object({ location: index, time: v.pipe(v.number(), v.finite()), step: v.exactOptional(index) }),
  head: v.object({
    /** Class of its activity, by its position in the list of the timeline; omitted outside of all calls. */
    class: v.exactOptional(index),
    wait: v.exactOptional(waitFields),
    isOnPath: v.boolean(),
    /** The time to which the answer applies. */
    time: v.number(),
    /** The operation in logical order that it is in: its step, when it begins, and how long after the first of its step. */
    step: v.exactOptional(v.object({ step: index, enter: v.number(), late: v.number() })),
    /** Reason why calls are not available: one sentence. */
    inexact: v.exactOptional(v.string()),
  }),
  columns: columnsOf({ node: 'uint32', enter: 'float64' }),
};
