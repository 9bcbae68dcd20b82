import { deserialize, serialize } from 'node:v8';
import { TrimtabError } from '../../../base/problem.js';
import type { TableData } from '../tables/table.js';
import type { PassData } from '../passes/pass.js';
import type { ReadingPart } from './part.js';

/** Changes with every change of ReadingPart or of what its numbers mean. */
const FORMAT = 'trimtab reading 6';

interface Exchanged<Extra> {
  readonly format: typeof FORMAT;
  readonly part: ReadingPart;
  readonly extra: Extra;
}

/**
 * A part as bytes, for another process that runs the same version of Trimtab and of Node.
 * @param extra plain data to go with it
 */
export function encodePart(part: ReadingPart, extra: unknown): Uint8Array {
  const tables = filled(part.tables);
  const passes = Object.fromEntries(Object.entries(part.passes).map(([name, data]) => [name, filled(data)]));
  return serialize({ format: FORMAT, part: { ...part, tables, passes }, extra });
}

function filled(tables: PassData): PassData {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, filledRows(table)]));
}

/** Returns columns without spare capacity: only the visible part of a view is written. */
function filledRows({ length, columns }: TableData): TableData {
  const filled = Object.entries(columns).map(([name, column]) => [name, column.subarray(0, length)] as const);
  return { length, columns: Object.fromEntries(filled) };
}

/**
 * Decodes the bytes of `encodePart`.
 * @param isExtra whether the accompanying data are valid
 * @param where the file, for the message
 * @throws TrimtabError when the bytes are incomplete or of another version
 */
export function decodePart<Extra>(
  bytes: Uint8Array,
  isExtra: (extra: unknown) => extra is Extra,
  where: string,
): Exchanged<Extra> {
  const value = deserialized(bytes, where);
  if (!isExchanged(value) || !isExtra(value.extra)) {
    throw new TrimtabError(
      `The exchange file ${where} was written by another version of Trimtab; install the same one on all machines and start again.`,
    );
  }
  return { ...value, extra: value.extra };
}

/** Reports whether a value is exchanged data. The version determines the structure; only Trimtab writes these files. */
function isExchanged(value: unknown): value is Exchanged<unknown> {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT && 'extra' in value
  );
}

function deserialized(bytes: Uint8Array, where: string): unknown {
  try {
    const value: unknown = deserialize(bytes);
    return value;
  } catch (cause) {
    throw new TrimtabError(`The exchange file ${where} is damaged or incomplete; start the analysis again.`, { cause });
  }
}
