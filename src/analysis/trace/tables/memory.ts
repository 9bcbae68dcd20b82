/** Where columns lie: in memory of this thread, or in memory that all threads of a crew see. All is zero at first. */
export interface Memory {
  readonly isShared: boolean;
  buffer(bytes: number): ArrayBuffer | SharedArrayBuffer;
  float64(length: number): Float64Array;
  int32(length: number): Int32Array;
  uint32(length: number): Uint32Array;
  uint16(length: number): Uint16Array;
  uint8(length: number): Uint8Array;
}

export const OWN_MEMORY: Memory = {
  isShared: false,
  buffer: (bytes) => new ArrayBuffer(bytes),
  float64: (length) => new Float64Array(length),
  int32: (length) => new Int32Array(length),
  uint32: (length) => new Uint32Array(length),
  uint16: (length) => new Uint16Array(length),
  uint8: (length) => new Uint8Array(length),
};

export const SHARED_MEMORY: Memory = {
  isShared: true,
  buffer: (bytes) => new SharedArrayBuffer(bytes),
  float64: (length) => new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT)),
  int32: (length) => new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT)),
  uint32: (length) => new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT)),
  uint16: (length) => new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT)),
  uint8: (length) => new Uint8Array(new SharedArrayBuffer(length)),
};
