/** What editors complete and check of a target, from what its kinds accept: the keys of all of them beside each other. */
import * as v from 'valibot';
import { kinds } from './kinds.js';

/** Which key belongs to which kind is said by the check that counts. `npm run schemas` makes JSON schemas of it. */
export const editorSchema = v.pipe(
  v.strictObject({
    kind: v.pipe(
      v.picklist(kinds.map(({ name }) => name)),
      v.description(kinds.map(({ name, description }) => `${name}: ${description}.`).join(' ')),
    ),
    ...keysOfAll(),
  }),
  v.description('A machine: what it is, how to reach it, how programs start there.'),
);

/** A key that one kind demands need not be there for others. */
function keysOfAll(): v.ObjectEntries {
  const all = kinds.flatMap(({ schema }) => Object.entries(schema.entries));
  return Object.fromEntries(
    all
      .filter(([key]) => key !== 'kind')
      .map(([key, entry]) => [key, entry.type === 'optional' ? entry : v.optional(entry)]),
  );
}
