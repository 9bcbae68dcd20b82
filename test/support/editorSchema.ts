/** The JSON schemas of schemas/, compiled as editors do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { root } from '../../scripts/lib/layout.mjs';

/** @param name of the file, such as `workflow.schema.json` */
export function editorSchema(name: string): ValidateFunction {
  const schema: unknown = JSON.parse(readFileSync(join(root, 'schemas', name), 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${name} holds no schema`);
  const options = { allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false } as const;
  const isNew = '$schema' in schema && String(schema.$schema).includes('2020-12');
  return (isNew ? new Ajv2020(options) : new Ajv(options)).compile(schema);
}

/** Returns the mistakes that a schema finds in a value, a line each. */
export function mistakes(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
}
