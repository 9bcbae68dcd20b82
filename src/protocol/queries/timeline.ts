import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * Description of a picture of time: rows are locations in the order of the system tree, threads of a process next to
 * one another. The name of row `r` is the UTF-8 in `name` from `end[r - 1]` (0 for the first) up to `end[r]`. `first`
 * and `last` are the seconds of its first and its last event (NaN without events), `events` is its event count.
 * `process` and `machine` are the numbers of its location group and of its node of the system tree in the definitions
 * (the largest Uint32: none). Times in this and the queries `tiles`, `marks`, `worst` and `at` are seconds since the
 * start of the trace. They use corrected clocks if clocks were corrected.
 */
export const timeline = {
  ask: v.object({}),
  head: v.object({
    /** Seconds from the start of the trace to its last event; 0 where there is none. */
    span: v.number(),
    classes: v.array(v.string()),
    /** Reason why nothing can be drawn, or what the picture omits: one sentence. Omitted if it is complete. */
    missing: v.exactOptional(v.string()),
    /** How many there are in the whole run. */
    waits: v.number(),
    messages: v.number(),
    collectives: v.number(),
    /** Properties that waits are instances of: `property` in other answers counts in this list. */
    properties: v.array(v.string()),
    /** How many steps there are in logical order, and how many seconds after the first of its step the latest one begins. */
    steps: v.number(),
    latest: v.number(),
    /** Counters that were read while it ran, by number, and what one of each is. */
    counters: v.array(v.string()),
    units: v.array(v.string()),
    /** Names of the nodes that rows name as their `machine`, in the order in which they are first named. */
    machines: v.array(v.string()),
  }),
  columns: columnsOf({
    location: 'uint32',
    process: 'uint32',
    machine: 'uint32',
    events: 'float64',
    first: 'float64',
    last: 'float64',
    name: 'uint8',
    end: 'uint32',
  }),
};
