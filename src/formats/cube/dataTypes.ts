/** The types of values that CUBE names in a metric's `dtype`, and how their bytes become numbers. */
export interface DataType {
  /** Bytes of one value. */
  readonly width: number;
  /** Fills the target with values, as many as it holds. */
  readonly read: (content: Uint8Array, little: boolean, target: Float64Array) => void;
  /** All values are less than this: an unsigned counter from 2^63 on was less at the end than at the begin. */
  readonly below: number;
  /** Values of such metrics are combined by sum, or only their least or greatest counts. */
  readonly combine: 'sum' | 'min' | 'max';
}

const NATIVE_IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** Bytes that are copied at once, to where they are aligned and in this processor's order. */
const PIECE = 1 << 18;
const SWAP = { 2: 'swap16', 4: 'swap32', 8: 'swap64' } as const;

/** Makes a reader of one that is given aligned bytes in the processor's order, and where the first of them belongs. */
function inPieces(
  width: 1 | 2 | 4 | 8,
  read: (piece: ArrayBuffer, target: Float64Array, first: number) => void,
): DataType['read'] {
  return (content, little, target) => {
    const size = target.length * width;
    for (let at = 0; at < size; at += PIECE) {
      const piece = new Uint8Array(Math.min(PIECE, size - at));
      piece.set(content.subarray(at, at + piece.length));
      if (width !== 1 && little !== NATIVE_IS_LITTLE) Buffer.from(piece.buffer)[SWAP[width]]();
      read(piece.buffer, target, at / width);
    }
  };
}

type Numbers = Float64Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

function plain(width: 1 | 2 | 4 | 8, view: (piece: ArrayBuffer) => Numbers): DataType['read'] {
  return inPieces(width, (piece, target, first) => target.set(view(piece), first));
}

/** Integers beyond 2^53 lose their last digits. */
function wide(signed: boolean): DataType['read'] {
  const [low, high] = NATIVE_IS_LITTLE ? [0, 1] : [1, 0];
  return inPieces(8, (piece, target, first) => {
    const lows = new Uint32Array(piece);
    const highs = signed ? new Int32Array(piece) : lows;
    for (let i = 0; i * 2 < lows.length; i++)
      target[first + i] = (highs[i * 2 + high] ?? 0) * 2 ** 32 + (lows[i * 2 + low] ?? 0);
  });
}

function type(width: number, read: DataType['read'], combine: DataType['combine'] = 'sum'): DataType {
  return { width, read, below: Infinity, combine };
}

/** Straight to where they belong. */
const readDouble: DataType['read'] = (content, little, target) => {
  const bytes = Buffer.from(target.buffer, target.byteOffset, target.byteLength);
  bytes.set(content.subarray(0, bytes.length));
  if (little !== NATIVE_IS_LITTLE) bytes.swap64();
};
const double = type(8, readDouble);
const int8 = type(
  1,
  plain(1, (piece) => new Int8Array(piece)),
);
const uint8 = type(
  1,
  plain(1, (piece) => new Uint8Array(piece)),
);
const int16 = type(
  2,
  plain(2, (piece) => new Int16Array(piece)),
);
const uint16 = type(
  2,
  plain(2, (piece) => new Uint16Array(piece)),
);
const int32 = type(
  4,
  plain(4, (piece) => new Int32Array(piece)),
);
const uint32 = type(
  4,
  plain(4, (piece) => new Uint32Array(piece)),
);
const int64 = type(8, wide(true));
const uint64 = { ...type(8, wide(false)), below: 2 ** 63 };

/** FLOAT is a double and INTEGER has 64 bits in CUBE. */
const types = new Map<string, DataType>([
  ['DOUBLE', double],
  ['FLOAT', double],
  ['MINDOUBLE', type(8, readDouble, 'min')],
  ['MAXDOUBLE', type(8, readDouble, 'max')],
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

/** Undefined for types whose values are no single numbers (see compositeTypes.ts), and for unknown ones. */
export function dataType(name: string): DataType | undefined {
  return types.get(name.trim().toUpperCase());
}
