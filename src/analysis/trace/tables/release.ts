import { Block } from './block.js';

export type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Columns of their own buffer of up to so many bytes are not worth the trouble. */
const SMALL = 1 << 16;

/**
 * Gives the memory of columns back that nobody uses any more: they must not be read afterwards. Left to the garbage
 * collector they would stay until it looks at everything, which the few objects of an analysis give it little reason to.
 * Those in shared memory lie in blocks, whose other columns may take their place at once. Others go to buffers that are
 * young, which the collector looks at often, and are empty afterwards; those that are part of a larger buffer stay.
 */
export function release(...columns: readonly Column[]): void {
  for (const { buffer, byteLength, byteOffset } of columns) {
    if (byteLength === 0) continue;
    if (!(buffer instanceof ArrayBuffer)) new Block(buffer).give(byteOffset);
    else if (byteLength >= SMALL && byteLength === buffer.byteLength) structuredClone(buffer, { transfer: [buffer] });
  }
}

/** A column without the room behind its end, which is given back where it lies in a block. */
export function shortened(column: Float64Array, length: number): Float64Array;
export function shortened(column: Int32Array, length: number): Int32Array;
export function shortened(column: Uint8Array, length: number): Uint8Array;
export function shortened(
  column: Float64Array | Int32Array | Uint8Array,
  length: number,
): Float64Array | Int32Array | Uint8Array {
  if (length === 0) {
    release(column);
    return column.slice(0, 0);
  }
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = column;
  if (!(buffer instanceof ArrayBuffer)) new Block(buffer).shorten(byteOffset, length * BYTES_PER_ELEMENT);
  return column.subarray(0, length);
}
