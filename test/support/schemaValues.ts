/** Values that a valibot schema accepts, made of the schema itself, so that what is added to it is tested too. */
import fc from 'fast-check';
import type * as v from 'valibot';
import { elementAt } from '../../src/base/elements.js';

/** How texts without a pattern are made. */
export interface Makers {
  readonly text: fc.Arbitrary<string>;
  /** Values of the pattern's own making, for those that cannot be made of it. */
  readonly matching?: (pattern: RegExp) => fc.Arbitrary<string> | undefined;
}

type Schema = v.GenericSchema;

/** @throws Error for a schema that is not known here */
export function valuesOf(schema: Schema, makers: Makers): fc.Arbitrary<unknown> {
  const items = pipeOf(schema);
  const limit = (type: string): number | undefined => {
    const found = items.find((item) => item.type === type);
    return found !== undefined && 'requirement' in found && typeof found.requirement === 'number'
      ? found.requirement
      : undefined;
  };
  switch (schema.type) {
    case 'string': {
      const pattern = items.flatMap((item) =>
        item.type === 'regex' && 'requirement' in item && item.requirement instanceof RegExp ? [item.requirement] : [],
      );
      if (pattern.length > 0)
        return makers.matching?.(elementAt(pattern, 0)) ?? fc.stringMatching(elementAt(pattern, 0));
      const [least, most] = [limit('min_length') ?? 0, limit('max_length') ?? 60];
      return makers.text.filter((text) => text.length >= least && text.length <= most);
    }
    case 'number': {
      const [min, max] = [limit('min_value') ?? -1e6, limit('max_value') ?? 1e6];
      return items.some(({ type }) => type === 'integer')
        ? fc.integer({ min, max })
        : fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'unknown':
      return fc.oneof(makers.text, fc.integer(), fc.boolean(), fc.constant(null));
    case 'literal':
      return fc.constant('literal' in schema ? schema.literal : undefined);
    case 'picklist':
      return fc.constantFrom(...listOf(schema, 'options'));
    case 'array':
      return fc.array(valuesOf(schemaIn(schema, 'item'), makers), {
        minLength: limit('min_length') ?? 0,
        maxLength: 4,
      });
    case 'record':
      return fc.dictionary(
        valuesOf(schemaIn(schema, 'key'), makers).map(String),
        valuesOf(schemaIn(schema, 'value'), makers),
        { minKeys: limit('min_entries') ?? 0, maxKeys: 3 },
      );
    case 'union':
    case 'variant':
      return fc.oneof(
        ...listOf(schema, 'options')
          .filter(isSchema)
          .map((option) => valuesOf(option, makers)),
      );
    case 'lazy':
      return valuesOf(namedBy(schema), makers);
    case 'optional':
    case 'exact_optional':
      return valuesOf(schemaIn(schema, 'wrapped'), makers);
    case 'object':
    case 'strict_object':
    case 'loose_object': {
      const entries = Object.entries(entriesOf(schema));
      const needed = entries.filter(([, entry]) => !isOptional(entry)).map(([name]) => name);
      return fc.record(Object.fromEntries(entries.map(([name, entry]) => [name, valuesOf(entry, makers)])), {
        requiredKeys: needed,
      });
    }
    default:
      throw new Error(`no values are made of a schema of the type ${schema.type}`);
  }
}

/** Entries of an object's schema. */
export function entriesOf(schema: Schema): Record<string, Schema> {
  if (!('entries' in schema) || typeof schema.entries !== 'object' || schema.entries === null) return {};
  return Object.fromEntries(
    Object.entries(schema.entries).flatMap(([name, entry]: [string, unknown]) =>
      isSchema(entry) ? [[name, entry]] : [],
    ),
  );
}

export function isOptional(schema: Schema): boolean {
  return schema.type === 'optional' || schema.type === 'exact_optional';
}

/** Returns the actions after a schema in its pipe, with nested pipes in place. */
function pipeOf(schema: Schema): { readonly type: string }[] {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return [];
  return schema.pipe.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('type' in item) || typeof item.type !== 'string') return [];
    const { type } = item;
    if (isSchema(item) && 'pipe' in item) return pipeOf(item);
    return [{ ...item, type }];
  });
}

function schemaIn(schema: Schema, key: 'item' | 'key' | 'value' | 'wrapped'): Schema {
  const found = new Map<string, unknown>(Object.entries(schema)).get(key);
  if (isSchema(found)) return found;
  throw new Error(`a schema of the type ${schema.type} has no ${key}`);
}

/** Returns the schema that a schema refers to; those that depend on the value are unknown here. */
function namedBy(schema: Schema): Schema {
  const getter: unknown = 'getter' in schema ? schema.getter : undefined;
  const found: unknown = typeof getter === 'function' ? Reflect.apply(getter, undefined, [undefined]) : undefined;
  if (isSchema(found)) return found;
  throw new Error('a schema of the type lazy names no other');
}

function listOf(schema: Schema, key: 'options'): unknown[] {
  const found = new Map<string, unknown>(Object.entries(schema)).get(key);
  return Array.isArray(found) ? found : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && 'type' in value;
}
