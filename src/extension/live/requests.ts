import type { RowTick } from '../views/row.js';

/** A name as a pattern that fits it alone, in quotes where the request needs them. */
function pattern(name: string): string {
  const glob = name.replace(/[*?[\]\\]/g, '\\$&');
  if (!/[ "']/.test(glob)) return glob;
  return glob.includes('"') ? `'${glob}'` : `"${glob}"`;
}

/** Returns the request to a running program when a row is ticked. */
export function switchRequest({ kind, on, name }: RowTick): string {
  return `${kind} ${on ? 'on' : 'off'} ${pattern(name)}`;
}

/** Returns requests for recording iterations, such as `100-110` or `7`; undefined if a text contains none. */
export function iterationRequests(text: string): readonly string[] | undefined {
  const [, first = '', last = first] = /^\s*([1-9]\d{0,14})(?:\s*-\s*([1-9]\d{0,14}))?\s*$/.exec(text) ?? [];
  if (first === '' || Number(last) < Number(first)) return undefined;
  return [`run begin ${first}`, `run end ${Number(last) + 1}`];
}
