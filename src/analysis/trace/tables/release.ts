import { Block } from './block.js';

export type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * Releases the memory of unused columns: they must not be read afterwards. Those in shared memory are in blocks, in
 * which other columns may replace them at once. Others are left to the garbage collector. Detaching their buffers (by
 * transfer) would be sooner. However, after the first detached buffer in a thread, its engine checks every access to
 * any column for detachment: a whole analysis became a sixth slower.
 */
export function release(...columns: readonly Column[]): void {
  for (const { buffer, byteLength, byteOffset } of columns) {
    if (byteLength > 0 && !(buffer instanceof ArrayBuffer)) new Block(buffer).give(byteOffset);
  }
}

/** Returns a column without spare capacity, which is released if it is in a block. */
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
