/**
 * Schema with which editors complete and check a target, made of what its kinds accept: the keys of all of them side by
 * side.
 */
import * as v from 'valibot';
import { kinds } from './kinds.js';

/** The authoritative check decides which key belongs to which kind. `npm run schemas` makes JSON schemas of it. */
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
