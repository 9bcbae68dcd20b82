/**
 * Checks a value against the part of JSON Schema that the project's schemas use. A keyword it does not know is an
 * error, so that a schema cannot ask for something that is not checked.
 * @returns one sentence for each violation
 */
export function violations(schema: unknown, value: unknown): string[] {
  const found: string[] = [];
  check(object(schema), value, '$', object(schema), found);
  return found;
}

type Json = Readonly<Record<string, unknown>>;

const annotations = new Set(['$schema', '$id', '$defs', 'title', 'description']);

function check(schema: Json, value: unknown, at: string, root: Json, found: string[]): void {
  for (const [keyword, argument] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    switch (keyword) {
      case '$ref':
        check(resolve(String(argument), root), value, at, root, found);
        break;
      case 'const':
        if (value !== argument) found.push(`${at} is not ${String(argument)}`);
        break;
      case 'enum':
        if (!Array.isArray(argument) || !argument.includes(value)) found.push(`${at} is none of the allowed values`);
        break;
      case 'type':
        if (!hasType(value, String(argument))) found.push(`${at} is not of type ${String(argument)}`);
        break;
      case 'minimum':
        if (typeof value === 'number' && value < Number(argument)) found.push(`${at} is less than ${String(argument)}`);
        break;
      case 'maximum':
        if (typeof value === 'number' && value > Number(argument)) found.push(`${at} is more than ${String(argument)}`);
        break;
      case 'items':
        if (Array.isArray(value)) value.forEach((item, i) => check(object(argument), item, `${at}[${i}]`, root, found));
        break;
      case 'required':
        for (const key of Array.isArray(argument) ? argument : []) {
          if (!(String(key) in object(value))) found.push(`${at} lacks ${String(key)}`);
        }
        break;
      case 'properties':
        for (const [key, part] of Object.entries(object(argument))) {
          if (key in object(value)) check(object(part), object(value)[key], `${at}.${key}`, root, found);
        }
        break;
      case 'additionalProperties':
        for (const key of Object.keys(object(value))) {
          if (argument === false && !(key in object(schema.properties))) found.push(`${at} has the unknown key ${key}`);
        }
        break;
      default:
        found.push(`the schema uses the keyword ${keyword}, which this check does not know`);
    }
  }
}

function resolve(reference: string, root: Json): Json {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((part: Json, key) => object(part[key]), root);
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
