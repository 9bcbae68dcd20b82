import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';
import { waitFields } from './worst.js';

/**
 * What a location does at a moment, with corrected clocks where they were corrected: its call path from the outermost
 * call on (`node`, as of the call tree; `enter`, when each was entered), and the wait it is in, if it waits. Where a `step` is
 * asked for, the moment is that at which the location's operation of this step begins, or `time` where it has none.
 */
export const at = {
  ask: v.object({ location: index, time: v.pipe(v.number(), v.finite()), step: v.exactOptional(index) }),
  head: v.object({
    /** The class of what it does, by its place in the list of the timeline; left out outside of all calls. */
    class: v.exactOptional(index),
    wait: v.exactOptional(waitFields),
    isOnPath: v.boolean(),
    /** The moment that is told of. */
    time: v.number(),
    /** The operation in logical order that it is in: its step, when it begins, and how long after the first of its step. */
    step: v.exactOptional(v.object({ step: index, enter: v.number(), late: v.number() })),
    /** Why calls are not told: one sentence. */
    inexact: v.exactOptional(v.string()),
  }),
  columns: columnsOf({ node: 'uint32', enter: 'float64' }),
};
