import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** The line a person should look at for a call path, as of findings; left out where it is not known. */
export const nodePlace = {
  ask: v.object({ node: index }),
  head: v.object({ place: v.exactOptional(v.object({ file: v.string(), line: v.number() })) }),
  columns: columnsOf({}),
};
