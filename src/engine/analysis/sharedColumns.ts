import type { Column } from '../../analysis/trace/index.js';

/** Of each piece of shared memory that some plain data lies in, one column. */
export function sharedColumns(data: unknown): Column[] {
  const found = new Map<ArrayBufferLike, Column>();
  visit(data, found);
  return [...found.values()];
}

function visit(data: unknown, found: Map<ArrayBufferLike, Column>): void {
  if (typeof data !== 'object' || data === null) return;
  if (isColumn(data)) {
    if (!(data.buffer instanceof ArrayBuffer)) found.set(data.buffer, data);
  } else {
    for (const part of Object.values(data)) visit(part, found);
  }
}

function isColumn(data: object): data is Column {
  return (
    data instanceof Float64Array ||
    data instanceof Int32Array ||
    data instanceof Uint32Array ||
    data instanceof Uint16Array ||
    data instanceof Uint8Array
  );
}
