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
 * Nodes of the call tree for the call paths of findings: path `p` has the nodes from `start[p]` up to `start[p + 1]`.
 * It has none if the tree does not contain it, and several if the tree distinguishes more than findings do.
 */
export const callPathNodes = {
  ask: v.object({ paths: v.pipe(v.array(v.pipe(v.array(step), v.maxLength(10_000))), v.maxLength(1000)) }),
  head: v.object({}),
  columns: columnsOf({ start: 'uint32', node: 'uint32' }),
};
