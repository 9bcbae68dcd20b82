import * as v from 'valibot';
import { columnsOf } from './declaration.js';

const text = v.pipe(v.string(), v.maxLength(65_536));
const place = v.object({ file: text, line: v.number() });

/** A step of a call path as findings have it. */
const step = v.object({
  region: text,
  definition: v.exactOptional(place),
  callSite: v.exactOptional(place),
  inlined: v.exactOptional(v.literal(true)),
});

/**
 * Which call paths of the tree are those of findings: path `p` has the nodes from `start[p]` up to `start[p + 1]`; none
 * where the tree does not have it, and several where it tells apart what findings do not.
 */
export const callPathNodes = {
  ask: v.object({ paths: v.pipe(v.array(v.pipe(v.array(step), v.maxLength(10_000))), v.maxLength(1000)) }),
  head: v.object({}),
  columns: columnsOf({ start: 'uint32', node: 'uint32' }),
};
