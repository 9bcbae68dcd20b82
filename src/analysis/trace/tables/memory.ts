/** Memory of columns: that of this thread, or memory shared by all threads of a crew. All is zero at first. */
export interface Memory {
  readonly isShared: boolean;
  float64(length: number): Float64Array;
  int32(length: number): Int32Array;
  uint32(length: number): Uint32Array;
  uint16(length: number): Uint16Array;
  uint8(length: number): Uint8Array;
}

/** Memory of this thread, each column in a separate buffer. */
export const OWN_MEMORY: Memory = {
  isShared: false,
  float64: (length) => new Float64Array(length),
  int32: (length) => new Int32Array(length),
  uint32: (length) => new Uint32Array(length),
  uint16: (length) => new Uint16Array(length),
  uint8: (length) => new Uint8Array(length),
};
