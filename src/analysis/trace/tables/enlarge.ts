/** A longer copy of a column, with zeros at its end. */
export function enlargeFloat64(values: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity);
  larger.set(values);
  return larger;
}

/** A longer copy of a column, with zeros at its end. */
export function enlargeInt32(values: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
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
export function enlargeUint8(values: Uint8Array, capacity: number): Uint8Array {
  const larger = new Uint8Array(capacity);
  larger.set(values);
  return larger;
}
