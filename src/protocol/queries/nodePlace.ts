import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** The source line to show for a call path, as for findings; omitted if unknown. */
export const nodePlace = {
  ask: v.object({ node: index }),
  head: v.object({ place: v.exactOptional(v.object({ file: v.string(), line: v.number() })) }),
  columns: columnsOf({}),
};
