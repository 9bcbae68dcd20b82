/** Types of step outputs, from their declarations: their kind and their members. */
import type * as v from 'valibot';
import { elementAt } from '../../base/elements.js';
import { ELEMENT } from './expression.js';

/** The type of some data; undefined where nothing is known of it. */
export type DataType = v.GenericSchema | undefined;

/** How a path leads into a type: to another type, or to nothing, which is a mistake. */
export type Led = { readonly to: DataType } | { readonly problem: string };

/** Follows a path, such as of `results[0].run.seconds`, as far as its types are known. */
export function follow(type: DataType, path: readonly string[], what: string): Led {
  let at = type;
  let said = what;
  for (const name of path) {
    if (at === undefined) return { to: undefined };
    const led = name === ELEMENT ? elementOf(at) : memberOf(at, name, said);
    if ('problem' in led) return led;
    at = led.to;
    said = name === ELEMENT ? `${said}[…]` : `"${name}"`;
  }
  return { to: at };
}

/** Returns a type without its wrappers. */
export function bare(type: v.GenericSchema): v.GenericSchema {
  if ('wrapped' in type && isSchema(type.wrapped)) return bare(type.wrapped);
  return type;
}

/** The alternatives of a type: itself, where it has none. */
export function alternatives(type: v.GenericSchema): v.GenericSchema[] {
  const inner = bare(type);
  if (inner.type !== 'union' || !('options' in inner) || !Array.isArray(inner.options)) return [inner];
  return inner.options.filter(isSchema).flatMap(alternatives);
}

function memberOf(type: v.GenericSchema, name: string, said: string): Led {
  const known: string[] = [];
  for (const option of alternatives(type)) {
    if (option.type === 'unknown') return { to: undefined };
    if (option.type === 'record' && 'value' in option && isSchema(option.value)) return { to: option.value };
    if (!('entries' in option) || typeof option.entries !== 'object' || option.entries === null) continue;
    const entries = new Map<string, unknown>(Object.entries(option.entries));
    const found = entries.get(name);
    if (isSchema(found)) return { to: found };
    known.push(...entries.keys());
  }
  if (known.length > 0) return { problem: `${said} gives no "${name}"; it gives ${known.join(', ')}.` };
  return { problem: `${said} is ${kindText(type)} and has no "${name}".` };
}

function elementOf(type: v.GenericSchema): Led {
  for (const option of alternatives(type)) {
    if (option.type === 'array' && 'item' in option && isSchema(option.item)) return { to: option.item };
    if (option.type === 'record' && 'value' in option && isSchema(option.value)) return { to: option.value };
  }
  return { to: undefined };
}

/** A type in words. */
export function kindText(type: v.GenericSchema): string {
  const first = elementAt(alternatives(type), 0);
  switch (first.type) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    default:
      return 'a record';
  }
}

/** Returns an example value of a type, to test whether an argument accepts it; undefined for unknown types. */
export function exampleOf(type: v.GenericSchema): unknown {
  const inner = bare(type);
  switch (inner.type) {
    case 'string':
      return 'text';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return 'item' in inner && isSchema(inner.item) ? [exampleOf(inner.item)] : [];
    case 'record':
      return {};
    case 'object':
    case 'loose_object':
      return 'entries' in inner && typeof inner.entries === 'object' && inner.entries !== null
        ? Object.fromEntries(
            Object.entries(inner.entries).map(([name, entry]: [string, unknown]) => [
              name,
              isSchema(entry) ? exampleOf(entry) : undefined,
            ]),
          )
        : {};
    default:
      return undefined;
  }
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && 'type' in value;
}
