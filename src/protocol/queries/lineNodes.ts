import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Lines that one line of a document may be: of several measured files, and of functions that it declares. */
export const MOST_LINES = 100;

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A measured line; `wasMeasured` is false where only what is around it was measured. */
const line = v.object({
  file: v.pipe(v.string(), v.maxLength(65_536)),
  line: lineNumber,
  wasMeasured: v.boolean(),
});

/**
 * The call paths through a line: those called from it, or whose function begins at it. If none exist, those of the
 * innermost function around it. Call paths below others of them are excluded.
 */
export const lineNodes = {
  ask: v.object({ lines: v.pipe(v.array(line), v.maxLength(MOST_LINES)) }),
  head: v.object({
    /** The matching line; omitted if none has a call path. */
    at: v.exactOptional(index),
    /** The function around the line, where the line has no call path itself. */
    around: v.exactOptional(v.object({ begin: lineNumber, hasEnd: v.boolean() })),
  }),
  columns: columnsOf({ node: 'uint32' }),
};
