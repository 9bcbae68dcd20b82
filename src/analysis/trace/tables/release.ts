type Column = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Columns up to so many bytes are not worth the trouble. */
const SMALL = 1 << 16;

/**
 * Gives the memory of columns back that nobody uses any more; they are empty afterwards. Left to the garbage collector
 * they would stay until it looks at everything, which the few objects of an analysis give it little reason to. So they go
 * to buffers that are young, which it looks at often. What others share stays: memory of several threads, and columns
 * that are part of a larger buffer.
 */
export function release(...columns: readonly Column[]): void {
  for (const { buffer, byteLength } of columns) {
    if (byteLength < SMALL || byteLength !== buffer.byteLength || !(buffer instanceof ArrayBuffer)) continue;
    structuredClone(buffer, { transfer: [buffer] });
  }
}
