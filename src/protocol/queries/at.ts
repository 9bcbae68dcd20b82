import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';
import { waitFields } from './worst.js';

/**
 * What a location does at a moment, with corrected clocks where they were corrected: its call path from the outermost
 * call on (`node`, as of the call tree; `enter`, when each was entered), and the wait it is in, if it waits.
 */
export const at = {
  ask: v.object({ location: index, time: v.pipe(v.number(), v.finite()) }),
  head: v.object({
    /** The class of what it does, by its place in the list of the timeline; left out outside of all calls. */
    class: v.exactOptional(index),
    wait: v.exactOptional(waitFields),
    isOnPath: v.boolean(),
    /** Why calls are not told: one sentence. */
    inexact: v.exactOptional(v.string()),
  }),
  columns: columnsOf({ node: 'uint32', enter: 'float64' }),
};
