import type { RowTick } from '../views/row.js';

/** A name as a pattern that fits it alone, in quotes where the request needs them. */
function pattern(name: string): string {
  const glob = name.replace(/[*?[\]\\]/g, '\\$&');
  if (!/[ "']/.test(glob)) return glob;
  return glob.includes('"') ? `'${glob}'` : `"${glob}"`;
}

/** What is asked of a running program where a row is ticked. */
export function switchRequest({ kind, on, name }: RowTick): string {
  return `${kind} ${on ? 'on' : 'off'} ${pattern(name)}`;
}
