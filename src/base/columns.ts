/**
 * Columns of numbers after their description in JSON, in files and for transfer between processes.
 *
 * Layout, all numbers little-endian: eight bytes that name the content and its version, the length of the header as
 * Uint32, four bytes of zero. Then follows the header as UTF-8 JSON, padded with spaces to a multiple of 8. The columns follow
 * in order, each padded to a multiple of 8.
 */

/** The arrays that columns can be, by the name of their numbers. */
export interface ColumnArrays {
  readonly uint8: Uint8Array;
  readonly int32: Int32Array;
  readonly uint32: Uint32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
}

export type ColumnType = keyof ColumnArrays;
export type Column = ColumnArrays[ColumnType];

const PREFIX = 16;
/** Bytes of a header; a larger one was made to fill the memory. */
const LARGEST_HEADER = 1 << 28;

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** @param mark eight characters of ASCII */
export function encodeColumns(mark: string, header: unknown, columns: readonly Column[]): Uint8Array {
  const head = encodeHeader(mark, header);
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + padded(column.byteLength), head.length));
  bytes.set(head, 0);
  let offset = head.length;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += padded(byteLength);
  }
  return bytes;
}

/** The same bytes piece by piece, without a copy of all columns. */
export function* columnPieces(mark: string, header: unknown, columns: Iterable<Column>): Generator<Uint8Array> {
  yield encodeHeader(mark, header);
  for (const { buffer, byteOffset, byteLength } of columns) {
    yield new Uint8Array(buffer, byteOffset, byteLength);
    const rest = padded(byteLength) - byteLength;
    if (rest > 0) yield new Uint8Array(rest);
  }
}

/** Encodes the part before the columns. */
function encodeHeader(mark: string, header: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const bytes = new Uint8Array(PREFIX + padded(text.length));
  bytes.set(Buffer.from(mark, 'latin1'), 0);
  new DataView(bytes.buffer).setUint32(8, text.length, true);
  bytes.fill(0x20, PREFIX);
  bytes.set(text, PREFIX);
  return bytes;
}

/** Reader of such bytes; columns are returned in order, as views of these bytes if possible. */
export class ColumnReader {
  private readonly buffer: ArrayBuffer;
  /** Start and end of the bytes in the buffer. */
  private readonly start: number;
  private readonly end: number;
  private offset = 0;

  /** @param damaged makes the error that is thrown, from the end of its sentence */
  constructor(
    input: Uint8Array,
    private readonly damaged: (reason: string, cause?: unknown) => Error,
  ) {
    // Columns must be aligned. Bytes in a much larger buffer are copied, so that they do not retain it.
    const { buffer, byteOffset, byteLength } = input;
    const fits = buffer instanceof ArrayBuffer && byteOffset % 8 === 0 && buffer.byteLength - byteLength <= PREFIX;
    this.buffer = fits ? buffer : new Uint8Array(input).buffer;
    this.start = fits ? byteOffset : 0;
    this.end = this.start + byteLength;
  }

  /** The eight characters at the beginning. */
  get mark(): string {
    return Buffer.from(this.buffer, this.start, Math.min(8, this.end - this.start)).toString('latin1');
  }

  /** The header; columns follow. */
  header(): unknown {
    if (this.end - this.start < PREFIX) throw this.damaged('it ends too early');
    const length = new DataView(this.buffer, this.start).getUint32(8, true);
    this.offset = this.start + PREFIX + padded(length);
    if (this.offset > this.end) throw this.damaged('it ends too early');
    if (length > LARGEST_HEADER)
      throw this.damaged(`its header has ${length} bytes, and at most ${LARGEST_HEADER} are read`);
    try {
      return JSON.parse(Buffer.from(this.buffer, this.start + PREFIX, length).toString('utf8'));
    } catch (error) {
      throw this.damaged('its header is not readable', error);
    }
  }

  uint8(length: number): Uint8Array {
    return new Uint8Array(this.buffer, this.take(length), length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.buffer, this.take(length * 4), length);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.buffer, this.take(length * 4), length);
  }

  float32(length: number): Float32Array {
    return new Float32Array(this.buffer, this.take(length * 4), length);
  }

  /** The bytes before a column that would come next. */
  get position(): number {
    return this.offset - this.start;
  }

  float64(length: number): Float64Array {
    return new Float64Array(this.buffer, this.take(length * 8), length);
  }

  private take(bytes: number): number {
    const { offset } = this;
    if (offset + bytes > this.end) throw this.damaged('it ends too early');
    this.offset += padded(bytes);
    return offset;
  }
}
