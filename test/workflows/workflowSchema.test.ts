/** The schema that editors use for workflows says the same as the check that counts. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../src/workflows/language/parse.js';
import {
  actionSchema,
  argumentSchemas,
  groupSchemas,
  workflowSchema,
} from '../../src/workflows/language/stepSchema.js';
import { ACTIONS, GROUPS } from '../../src/workflows/language/workflow.js';

const ROOT = resolve(import.meta.dirname, '../..');
const object = v.looseObject({
  required: v.optional(v.array(v.string()), []),
  properties: v.record(v.string(), v.looseObject({ description: v.optional(v.string()) })),
  additionalProperties: v.literal(false),
});
const schema = v.parse(
  v.looseObject({ definitions: v.record(v.string(), v.unknown()) }),
  JSON.parse(readFileSync(join(ROOT, 'schemas/workflow.schema.json'), 'utf8')),
);
const definition = (name: string) => v.parse(object, schema.definitions[name]);
const keysOf = (entries: object): string[] => Object.keys(entries).sort();
const requiredOf = (entries: Readonly<Record<string, v.GenericSchema>>): string[] =>
  keysOf(entries).filter((key) => !v.is(v.strictObject({ [key]: entries[key] }), {}));

describe('schemas/workflow.schema.json', () => {
  it('knows the keys of a workflow and which must be there', () => {
    const whole = v.parse(object, schema);
    expect(keysOf(whole.properties)).toEqual(keysOf(workflowSchema.entries));
    expect([...whole.required].sort()).toEqual(requiredOf(workflowSchema.entries));
  });

  it('knows what every step may have, and that it is one of the kinds', () => {
    const step = v.parse(
      v.object({ ...object.entries, oneOf: v.array(v.object({ required: v.tuple([v.string()]) })) }),
      schema.definitions.step,
    );
    expect(keysOf(step.properties)).toEqual([...keysOf(actionSchema), ...ACTIONS, ...GROUPS].sort());
    expect(step.oneOf.map(({ required }) => required[0]).sort()).toEqual([...ACTIONS, ...GROUPS].sort());
  });

  it.each(Object.entries({ ...argumentSchemas, ...groupSchemas }))('knows the arguments of %s', (kind, { entries }) => {
    const { properties, required } = definition(kind);
    expect(keysOf(properties)).toEqual(keysOf(entries));
    expect([...required].sort()).toEqual(requiredOf(entries));
    for (const [name, property] of Object.entries(properties))
      expect(property.description ?? schema.definitions[String(property.$ref).replace(/.*\//, '')], name).toBeDefined();
  });

  it.each([...ACTIONS, ...GROUPS])('lets %s be written without arguments only where none must be there', (kind) => {
    const step = v.parse(object, schema.definitions.step).properties[kind];
    const { problems } = parseWorkflow(`version: 1\nname: w\nsteps:\n  - ${kind}:\n`);
    expect('anyOf' in step).toBe(problems.length === 0);
  });

  it('limits names as the check does', () => {
    const { pattern } = v.parse(v.object({ pattern: v.string() }), schema.definitions.name);
    for (const name of ['a', 'a-b_1', `a${'b'.repeat(63)}`, '1a', 'a b', 'ä', '', `a${'b'.repeat(64)}`]) {
      const { problems } = parseWorkflow(`version: 1\nname: w\nsteps:\n  - id: ${JSON.stringify(name)}\n    build:\n`);
      expect(new RegExp(pattern, 'u').test(name), name).toBe(problems.length === 0);
    }
  });
});
