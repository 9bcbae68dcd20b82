import { Block } from './block.js';

export type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * Gives the memory of columns back that nobody uses any more: they must not be read afterwards. Those in shared memory lie
 * in blocks, whose other columns may take their place at once. Others are left to the garbage collector. To take their
 * buffers away (by transfer) would be sooner, but from the first buffer on that is taken away in a thread, its engine looks
 * at every access to any column whether the buffer is still there: a whole analysis took a sixth longer.
 */
export function release(...columns: readonly Column[]): void {
  for (const { buffer, byteLength, byteOffset } of columns) {
    if (byteLength > 0 && !(buffer instanceof ArrayBuffer)) new Block(buffer).give(byteOffset);
  }
}

/** A column without the room behind its end, which is given back where it lies in a block. */
export function shortened(column: Float64Array, length: number): Float64Array;
export function shortened(column: Int32Array, length: number): Int32Array;
export function shortened(column: Int32Array | Uint16Array, length: number): Int32Array | Uint16Array;
export function shortened(column: Uint8Array, length: number): Uint8Array;
export function shortened(
  column: Float64Array | Int32Array | Uint16Array | Uint8Array,
  length: number,
): Float64Array | Int32Array | Uint16Array | Uint8Array {
  if (length === 0) {
    release(column);
    return column.slice(0, 0);
  }
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = column;
  if (!(buffer instanceof ArrayBuffer)) new Block(buffer).shorten(byteOffset, length * BYTES_PER_ELEMENT);
  return column.subarray(0, length);
}
