/** Inputs, outputs and expressions of a workflow: plain data that a state file can store. */
export type Value = null | boolean | number | string | readonly Value[] | ValueRecord;

export interface ValueRecord {
  readonly [name: string]: Value;
}

/** Whether something read from a file is plain data. */
export function isValue(data: unknown): data is Value {
  if (data === null || ['boolean', 'number', 'string'].includes(typeof data)) return true;
  if (Array.isArray(data)) return data.every(isValue);
  return typeof data === 'object' && Object.values(data).every(isValue);
}

export function isRecord(value: Value): value is ValueRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value as text. */
export function valueText(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a value counts as yes in `when`, `until`, `&&`, `||` and `!`. */
export function isTrue(value: Value): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

/** Two values are equal when they hold the same data. */
export function sameValue(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The parts of an object that are plain data. */
export function plainRecord(data: object): ValueRecord {
  const entries = Object.entries(data).filter((entry): entry is [string, Value] => isValue(entry[1]));
  return Object.fromEntries(entries);
}
