import * as v from 'valibot';
import { columnsOf, index, indices } from './declaration.js';

/** The first call of some functions (regions, by their numbers) that begins after a moment, on some locations. */
export const nextCall = {
  ask: v.object({
    regions: indices,
    locations: indices,
    after: v.pipe(v.number(), v.finite()),
  }),
  head: v.object({
    /** Omitted if there is none. Seconds since the start of the trace. */
    call: v.exactOptional(v.object({ location: index, node: index, from: v.number(), to: v.number() })),
  }),
  columns: columnsOf({}),
};
