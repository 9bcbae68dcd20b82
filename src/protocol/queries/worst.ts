import * as v from 'valibot';
import { columnsOf, index, indices } from './declaration.js';
import { windowFields } from './marks.js';

/** A wait, and what it waited for as far as that is known. */
export const waitFields = v.object({
  location: index,
  /** Seconds since the start of the trace. */
  from: v.number(),
  to: v.number(),
  /** Its call path. */
  node: index,
  /** The name of the property that it is an instance of. */
  property: v.string(),
  /** The location that was waited for. */
  late: v.exactOptional(
    v.object({
      location: index,
      /** When it came; since the start of the trace. */
      time: v.number(),
      /** The call path in which it spent most of the time during which it was waited for; omitted if unknown. */
      node: v.exactOptional(index),
      /** Seconds that it spent there while it was waited for. */
      seconds: v.exactOptional(v.number()),
    }),
  ),
});

/**
 * The longest waits, one by one: of a property (or its subproperties), at some call paths (inclusive), on some
 * locations and in a window, as far as these are given. `after` skips so many longer ones. `leading` without a
 * property, call paths and a window: the longest wait of the property and call path with most waiting. The longest wait
 * of all is often a single one at the start of a run.
 */
export const worst = {
  ask: v.object({
    property: v.exactOptional(v.string()),
    nodes: v.exactOptional(indices),
    locations: v.exactOptional(indices),
    window: v.exactOptional(v.object(windowFields)),
    leading: v.exactOptional(v.boolean()),
    after: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1999))),
  }),
  head: v.object({
    /** Omitted if there is none, or none after so many. */
    wait: v.exactOptional(waitFields),
    /** Of a leading wait: whether it is the longest of all. */
    isLongest: v.exactOptional(v.boolean()),
  }),
  columns: columnsOf({}),
};
