/** The types of values that CUBE names in a metric's `dtype`, and how their bytes become numbers. */
export interface DataType {
  /** Bytes of one value. */
  readonly width: number;
  readonly read: (view: DataView, at: number, little: boolean) => number;
  /** Values of such metrics are combined by sum, or only their least or greatest counts. */
  readonly combine: 'sum' | 'least' | 'greatest';
}

const wide = (view: DataView, at: number, little: boolean, signed: boolean): number => {
  const [lowAt, highAt] = little ? [at, at + 4] : [at + 4, at];
  const high = signed ? view.getInt32(highAt, little) : view.getUint32(highAt, little);
  return high * 2 ** 32 + view.getUint32(lowAt, little);
};

function type(width: number, read: DataType['read'], combine: DataType['combine'] = 'sum'): DataType {
  return { width, read, combine };
}

const readDouble: DataType['read'] = (view, at, little) => view.getFloat64(at, little);
const double = type(8, readDouble);
const int8 = type(1, (view, at) => view.getInt8(at));
const uint8 = type(1, (view, at) => view.getUint8(at));
const int16 = type(2, (view, at, little) => view.getInt16(at, little));
const uint16 = type(2, (view, at, little) => view.getUint16(at, little));
const int32 = type(4, (view, at, little) => view.getInt32(at, little));
const uint32 = type(4, (view, at, little) => view.getUint32(at, little));
const int64 = type(8, (view, at, little) => wide(view, at, little, true));
const uint64 = type(8, (view, at, little) => wide(view, at, little, false));

/** FLOAT is a double and INTEGER has 64 bits in CUBE. Integers beyond 2^53 lose their last digits. */
const types = new Map<string, DataType>([
  ['DOUBLE', double],
  ['FLOAT', double],
  ['MINDOUBLE', type(8, readDouble, 'least')],
  ['MAXDOUBLE', type(8, readDouble, 'greatest')],
  ['CHAR', uint8],
  ['INT8', int8],
  ['UINT8', uint8],
  ['INT16', int16],
  ['SHORT INT', int16],
  ['SIGNED SHORT INT', int16],
  ['UINT16', uint16],
  ['UNSIGNED SHORT INT', uint16],
  ['INT', int32],
  ['INT32', int32],
  ['SIGNED INT', int32],
  ['UINT32', uint32],
  ['UNSIGNED INT', uint32],
  ['INTEGER', int64],
  ['INT64', int64],
  ['SIGNED INTEGER', int64],
  ['UINT64', uint64],
  ['UNSIGNED INTEGER', uint64],
]);

/** Undefined for types whose values are not single numbers, such as TAU_ATOMIC. */
export function dataType(name: string): DataType | undefined {
  return types.get(name.trim().toUpperCase());
}
