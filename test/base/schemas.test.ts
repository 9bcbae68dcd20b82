/** Lists are refused in place of names with values: also empty ones, which hold no wrong name. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { record, strictObject } from '../../src/base/schemas.js';

const schemas = {
  record: record(v.string(), v.unknown()),
  strictObject: strictObject({ a: v.optional(v.unknown()) }),
};
const said = (schema: v.GenericSchema, value: unknown): string[] =>
  (v.safeParse(schema, value).issues ?? []).map(({ message }) => message);

describe.each(Object.entries(schemas))('%s', (_, schema) => {
  it.each([[[]], [['x']], ['x'], [3], [null]])('reports for %j what to write', (value) => {
    expect(said(schema, value)).toEqual(['write names with values']);
    expect(said(v.pipe(schema, v.description('in a pipe')), value)).toEqual(['write names with values']);
    expect(said(v.object({ key: v.optional(schema) }), { key: value })).toEqual(['write names with values']);
  });

  it('accepts names, and lists as their values', () => {
    expect(v.parse(schema, {})).toEqual({});
    expect(v.parse(schema, { a: [] })).toEqual({ a: [] });
  });
});

it('reports missing and unknown entries as before', () => {
  const schema = strictObject({ a: v.string() });
  expect(said(schema, {})).toEqual(['Invalid key: Expected "a" but received undefined']);
  expect(said(schema, { a: '', b: 1 })).toEqual(['Invalid key: Expected never but received "b"']);
});

it('shows the given message', () => {
  expect(said(record(v.string(), v.string(), 'write pairs'), [])).toEqual(['write pairs']);
});
