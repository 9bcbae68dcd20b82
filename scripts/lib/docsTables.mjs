/** The tables that are derived from other files: keys of trimtab.yaml from its JSON schema, settings of the probe. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table, withTables } from './markdownTables.mjs';
import { probeTables } from './probeTables.mjs';

/**
 * The parts of JSON schema that schemas/trimtab.schema.json uses.
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | readonly string[]} [type]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {unknown} [const]
 * @property {readonly unknown[]} [enum]
 * @property {readonly unknown[]} [examples]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {readonly Schema[]} [anyOf]
 * @property {Schema} [items]
 * @property {Readonly<Record<string, Schema>>} [properties]
 * @property {Schema | boolean} [additionalProperties]
 * @property {Readonly<Record<string, Schema>>} [definitions]
 */

/** Keys of trimtab.yaml whose own keys are in other tables. */
const ELSEWHERE = ['measure', 'targets'];
const HEAD = ['key', 'value', 'default', 'description'];
/** Maxima from here on only guard against overflow. */
const UNBOUNDED = 1_000_000;

/**
 * The pages that hold such tables.
 * @param {string} root the folder with `schemas` and `docs`
 * @returns {{ path: string, content: string }[]} absolute paths, and the content each is to have
 */
export function docsTables(root) {
  /** @type {Schema} */
  const schema = JSON.parse(readFileSync(join(root, 'schemas/trimtab.schema.json'), 'utf8'));
  const rows = (/** @type {Schema | undefined} */ part) => rowsOf(schema, resolved(schema, part ?? {}));
  const page = (/** @type {string} */ name, /** @type {Record<string, string[]>} */ tables) => {
    const path = join(root, 'docs', `${name}.md`);
    return { path, content: withTables(path, tables) };
  };
  const whole = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, part]) => [
      key,
      ELSEWHERE.includes(key) ? nestless(part) : part,
    ]),
  );
  return [
    page('measuring', {
      measure: table(HEAD, rows(schema.properties?.measure)),
      configuration: table(HEAD, rows({ properties: whole })),
    }),
    page('clusters', { target: table(HEAD, rows(schema.definitions?.target)) }),
    ...probeTables(root),
  ];
}

/** @param {Schema} part @returns {Schema} */
const nestless = ({ description }) => ({ type: 'object', ...(description === undefined ? {} : { description }) });

/** @param {Schema} schema @param {Schema} part @returns {Schema} */
function resolved(schema, part) {
  const name = part.$ref?.split('/').at(-1);
  const definition = name === undefined ? undefined : schema.definitions?.[name];
  return definition === undefined ? part : { ...definition, ...part };
}

/**
 * A row for each key, and after it those of the keys below.
 * @param {Schema} schema
 * @param {Schema} part
 * @param {string} [above]
 * @returns {string[][]}
 */
function rowsOf(schema, part, above = '') {
  return Object.entries(part.properties ?? {}).flatMap(([key, reference]) => {
    const value = resolved(schema, reference);
    const example = value.examples?.[0];
    const sentences = [
      ...(value.description === undefined ? [] : [escaped(value.description)]),
      ...(example === undefined ? [] : [`Example: \`${JSON.stringify(example)}\`.`]),
    ];
    const initial = value.default === undefined ? '' : `\`${JSON.stringify(value.default)}\``;
    return [
      [`\`${above}${key}\``, kindOf(schema, value), initial, sentences.join(' ')],
      ...rowsOf(schema, value, `${above}${key}.`),
    ];
  });
}

/**
 * The values that a key takes, in words.
 * @param {Schema} schema
 * @param {Schema} reference
 * @returns {string}
 */
function kindOf(schema, reference) {
  if (reference.$ref !== undefined) return reference.$ref.split('/').at(-1) ?? '';
  const part = resolved(schema, reference);
  if (part.const !== undefined) return `\`${JSON.stringify(part.const)}\``;
  if (part.enum !== undefined) return part.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (part.anyOf !== undefined) return [...new Set(part.anyOf.map((one) => kindOf(schema, one)))].join(', or ');
  if (part.items !== undefined) return `list of ${kindOf(schema, part.items)}`;
  if (typeof part.additionalProperties === 'object')
    return `map of ${kindOf(schema, part.additionalProperties)} by name`;
  const types = typeof part.type === 'string' ? [part.type] : (part.type ?? ['any']);
  return types.map((type) => (type === 'integer' ? `integer${rangeOf(part)}` : type)).join(' or ');
}

/** @param {Schema} part */
function rangeOf({ minimum, maximum }) {
  if (minimum === undefined) return '';
  return maximum === undefined || maximum >= UNBOUNDED ? ` ≥ ${minimum}` : ` ${minimum}–${maximum}`;
}

/** Text of a schema as text of a table cell. @param {string} text */
const escaped = (text) => text.replaceAll(/[*|<]/g, (sign) => `\\${sign}`);
