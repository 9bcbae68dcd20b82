/** JSON schemas, made from the schemas that check what people write and what is stored, so that both know the same. */
import { toJsonSchema } from '@valibot/to-json-schema';

/** Conditions that an editor has no use for: it cannot show them, or says them less clearly than the check that counts. */
const NOT_SHOWN = new Set(['includes', 'starts_with']);

/**
 * What a person can write, as an editor completes and checks it (draft 07).
 * @param {import('valibot').GenericSchema} schema
 * @param {Readonly<Record<string, import('valibot').GenericSchema>>} [definitions] what repeats: written once, and referred
 *   to where there are such
 * @returns {Record<string, unknown>}
 */
export function jsonSchemaOf(schema, definitions) {
  const { $defs, $schema, ...made } = toJsonSchema(schema, {
    target: 'draft-07',
    typeMode: 'input',
    errorMode: 'ignore',
    ...(definitions === undefined ? {} : { definitions }),
    overrideRef: ({ referenceId }) => `#/definitions/${referenceId}`,
    // Keys that are written for people only are said to be all that there are.
    overrideSchema: ({ valibotSchema: { type }, jsonSchema }) =>
      type === 'loose_object' ? { ...jsonSchema, additionalProperties: false } : undefined,
    overrideAction: ({ valibotAction, jsonSchema: { pattern, ...rest } }) =>
      pattern === undefined || isShown(valibotAction) ? undefined : rest,
  });
  const parts = /** @type {Record<string, unknown>} */ (tidied(made));
  return definitions === undefined ? parts : { $schema, ...parts, definitions: tidied($defs) };
}

/**
 * What Trimtab writes, as other programs may rely on it (draft 2020-12). Keys that newer versions add are allowed, as in
 * the check that counts.
 * @param {import('valibot').GenericSchema} schema
 * @param {Readonly<Record<string, import('valibot').GenericSchema>>} definitions its parts: each written once, and referred to
 * @returns {Record<string, unknown>}
 */
export function jsonSchemaOfWritten(schema, definitions) {
  const { $defs, $schema, ...made } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    // That numbers are finite goes without saying: JSON has no others.
    ignoreActions: ['finite'],
    definitions,
  });
  const { title, description, ...parts } = /** @type {Record<string, unknown>} */ (tidied(made));
  return { $schema, title, description, ...parts, $defs: tidied($defs) };
}

/** @param {{ type: string }} action */
function isShown(action) {
  // That a text is printable goes without saying, and not every editor knows the pattern.
  const everyPrintable = 'requirement' in action && String(action.requirement).includes('\\p{Cc}');
  return !NOT_SHOWN.has(action.type) && !everyPrintable;
}

/**
 * Without what says nothing: which draft this part is of, that nothing is required, that what is left out is empty, that words of a list are texts; a
 * choice of plain types is a list of them.
 * @param {unknown} part
 * @returns {unknown}
 */
function tidied(part) {
  if (Array.isArray(part)) return part.map(tidied);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).flatMap(([key, value]) => {
    if (key === 'required' && Array.isArray(value) && value.length === 0) return [];
    if (key === 'default' && isEmpty(value)) return [];
    if (key === '$schema' || (key === 'type' && 'enum' in part)) return [];
    if (key === 'propertyNames') return [[key, withoutType(tidied(value))]];
    const types = key === 'anyOf' ? plainTypes(value) : undefined;
    return [types === undefined ? [key, tidied(value)] : ['type', types]];
  });
  return Object.fromEntries(entries.filter(([key, value]) => key !== 'propertyNames' || !isEmpty(value)));
}

/** Names are texts always. @param {unknown} names */
function withoutType(names) {
  return Object.fromEntries(Object.entries(names ?? {}).filter(([key]) => key !== 'type'));
}

/** @param {unknown} value @returns {boolean} whether it is an empty text, list or record, or one of empty ones only */
function isEmpty(value) {
  if (value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

/** @param {unknown} choices @returns {string[] | undefined} the types, where each choice is nothing but a type */
function plainTypes(choices) {
  if (!Array.isArray(choices)) return undefined;
  const types = choices.flatMap((choice) => {
    const keys = Object.keys(choice);
    return keys.length === 1 && keys[0] === 'type' ? [String(choice.type)] : [];
  });
  return types.length === choices.length ? types : undefined;
}
