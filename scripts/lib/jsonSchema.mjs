/** JSON schemas, made from the schemas that check what people write and what is stored, so that both know the same. */
import { toJsonSchema } from '@valibot/to-json-schema';

/**
 * Conditions of no use for an editor: it cannot show them, or describes them less clearly than the authoritative check.
 */
const NOT_SHOWN = new Set(['includes', 'starts_with']);

/**
 * Returns the schema of user-written input, for completion and checks in an editor (draft 07).
 * @param {import('valibot').GenericSchema} schema
 * @param {Readonly<Record<string, import('valibot').GenericSchema>>} [definitions] what repeats: written once, and
 * referred to where there are such
 * @returns {Record<string, unknown>}
 */
export function jsonSchemaOf(schema, definitions) {
  const { $defs, $schema, ...made } = toJsonSchema(schema, {
    target: 'draft-07',
    typeMode: 'input',
    errorMode: 'ignore',
    ...(definitions === undefined ? {} : { definitions }),
    overrideRef: ({ referenceId }) => `#/definitions/${referenceId}`,
    // Keys that are written by users only are declared as complete.
    overrideSchema: ({ valibotSchema: { type }, jsonSchema }) =>
      type === 'loose_object' ? { ...jsonSchema, additionalProperties: false } : undefined,
    overrideAction: ({ valibotAction, jsonSchema: { pattern, ...rest } }) =>
      pattern === undefined || isShown(valibotAction) ? undefined : rest,
  });
  const parts = /** @type {Record<string, unknown>} */ (tidied(made));
  return definitions === undefined ? parts : { $schema, ...parts, definitions: tidied($defs) };
}

/**
 * Returns the schema of files that Trimtab writes, on which other programs may rely (draft 2020-12). Keys that newer
 * versions add are allowed, as in the authoritative check.
 * @param {import('valibot').GenericSchema} schema
 * @param {Readonly<Record<string, import('valibot').GenericSchema>>} definitions its parts: each written once, and
 * referred to
 * @returns {Record<string, unknown>}
 */
export function jsonSchemaOfWritten(schema, definitions) {
  const { $defs, $schema, ...made } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'output',
    // Numbers are always finite: JSON has no others.
    ignoreActions: ['finite'],
    definitions,
  });
  const { title, description, ...parts } = /** @type {Record<string, unknown>} */ (tidied(made));
  return { $schema, title, description, ...parts, $defs: tidied($defs) };
}

/** @param {{ type: string }} action */
function isShown(action) {
  // Texts are always printable, and not every editor supports the pattern.
  const everyPrintable = 'requirement' in action && String(action.requirement).includes('\\p{Cc}');
  return !NOT_SHOWN.has(action.type) && !everyPrintable;
}

/**
 * Removes redundant entries: the draft of this part, empty `required`, defaults of omitted keys, and the type of words
 * in a list. A choice of plain types becomes a list of them.
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
