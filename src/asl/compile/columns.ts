/** Members of rows, within what an evaluation may take. */
import { type Column, isMany, type Many, type Table } from '../data.js';
import type { Meter } from './meter.js';

/** Number of rows evaluated at once for possibly several values: their number is known only afterwards. */
const AT_ONCE = 256;

/** Returns a member of rows. @returns undefined if it was not measured; @throws LimitReached */
export function columnOf(table: Table, name: string, rows: Float64Array, meter: Meter): Column | undefined {
  const first = table.member(name, rows.length <= AT_ONCE ? rows : rows.subarray(0, AT_ONCE));
  if (first === undefined) return undefined;
  if (!isMany(first)) return rows.length <= AT_ONCE ? first : table.member(name, rows);
  meter.hold(first.values.length);
  if (rows.length <= AT_ONCE) return first;
  const parts = [first];
  let count = first.values.length;
  for (let from = AT_ONCE; from < rows.length; from += AT_ONCE) {
    const part = table.member(name, rows.subarray(from, from + AT_ONCE));
    if (part === undefined || !isMany(part)) return undefined;
    count += part.values.length;
    meter.take(part.values.length);
    meter.bound(count);
    parts.push(part);
  }
  return joined(parts, rows.length, count);
}

function joined(parts: readonly Many[], rows: number, count: number): Many {
  const starts = new Uint32Array(rows + 1);
  const values = new Float64Array(count);
  let [row, at] = [0, 0];
  for (const part of parts) {
    for (let each = 1; each < part.starts.length; each++) starts[++row] = at + (part.starts[each] ?? 0);
    values.set(part.values, at);
    at += part.values.length;
  }
  return { starts, values };
}
