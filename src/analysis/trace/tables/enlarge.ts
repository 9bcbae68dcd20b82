import { type Memory, OWN_MEMORY } from './memory.js';

/** A longer copy of a column, with zeros at its end. */
export function enlargeFloat64(values: Float64Array, capacity: number, memory: Memory = OWN_MEMORY): Float64Array {
  const larger = memory.float64(capacity);
  larger.set(values);
  return larger;
}

/** A longer copy of a column, with zeros at its end. */
export function enlargeInt32(values: Int32Array, capacity: number, memory: Memory = OWN_MEMORY): Int32Array {
  const larger = memory.int32(capacity);
  larger.set(values);
  return larger;
}

/** A longer copy of a column, with zeros at its end. */
export function enlargeUint32(values: Uint32Array, capacity: number): Uint32Array {
  const larger = new Uint32Array(capacity);
  larger.set(values);
  return larger;
}

/** A longer copy of a column, with zeros at its end. */
export function enlargeUint8(values: Uint8Array, capacity: number, memory: Memory = OWN_MEMORY): Uint8Array {
  const larger = memory.uint8(capacity);
  larger.set(values);
  return larger;
}
