/** Types of values that are no single numbers, and the numbers that they are made of. */

/** Components of a value, in the order of its bytes: `n`, an unsigned number of 32 bits, or doubles. */
export interface CompositeType {
  readonly kind: 'statistics' | 'rate' | 'complex' | 'numbers' | 'histogram' | 'function';
  /** Bytes of one value. */
  readonly width: number;
  /** Whether a number of 32 bits precedes the doubles. */
  readonly hasCount: boolean;
  /** How many doubles there are. */
  readonly doubles: number;
}

/** Longer lists of numbers were made to fill the memory. */
const MOST_NUMBERS = 1 << 12;

function composite(kind: CompositeType['kind'], doubles: number, hasCount = false): CompositeType {
  return { kind, doubles, hasCount, width: doubles * 8 + (hasCount ? 4 : 0) };
}

/** Undefined for types of single numbers and for unknown ones. */
export function compositeType(name: string): CompositeType | undefined {
  const [, word = '', count = ''] = /^\s*([A-Z_]+)\s*(?:\(\s*(\d{1,9})\s*\))?\s*$/i.exec(name) ?? [];
  const numbers = Number(count);
  const isList = numbers > 0 && numbers <= MOST_NUMBERS;
  switch (word.toUpperCase()) {
    // Number of events, least, greatest, sum, sum of squares.
    case 'TAU_ATOMIC':
      return composite('statistics', 4, true);
    // How much, and in how many seconds.
    case 'RATE':
      return composite('rate', 2);
    case 'COMPLEX':
      return composite('complex', 2);
    case 'NDOUBLES':
      return isList ? composite('numbers', numbers) : undefined;
    // Least and greatest value, then how many values lie in each of as many bins between them.
    case 'HISTOGRAM':
      return isList ? composite('histogram', numbers + 2) : undefined;
    // Up to 30 terms and ten measurements of a model of scaling.
    case 'SCALE_FUNC':
      return { kind: 'function', width: 848, doubles: 0, hasCount: false };
    default:
      return undefined;
  }
}

/** The numbers that values are made of: one list for each, as long as there are values. */
export function partsIn(
  content: Uint8Array,
  little: boolean,
  count: number,
  { width, doubles, hasCount }: CompositeType,
): Float64Array[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const before = hasCount ? 4 : 0;
  const parts = Array.from({ length: doubles }, (_, part) =>
    Float64Array.from({ length: count }, (_value, i) => view.getFloat64(i * width + before + part * 8, little)),
  );
  if (!hasCount) return parts;
  return [Float64Array.from({ length: count }, (_, i) => view.getUint32(i * width, little)), ...parts];
}
