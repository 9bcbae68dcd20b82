import { elementAt } from '../../base/elements.js';

/** Thrown inside the reader when bytes do not have the form they should; turned into a problem or a TrimtabError. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
}

const text = new TextDecoder('utf-8');
const UNDEFINED_64 = 0xffff_ffff_ffff_ffffn;

/**
 * Reads the primitive types of OTF2 from a byte range and never beyond it: every method throws DamagedRecord when
 * the range ends too early. Meant for definitions; events have their own, faster way (compressed.ts).
 */
export class ByteReader {
  private readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    public position = 0,
    public end = bytes.length,
    public bigEndian = false,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves on by `count` bytes and returns where they started. */
  take(count: number): number {
    const start = this.position;
    if (count > this.end - start) throw new DamagedRecord(`ends after ${this.end} bytes`);
    this.position = start + count;
    return start;
  }

  uint8(): number {
    return this.view.getUint8(this.take(1));
  }

  full32(): number {
    return this.view.getUint32(this.take(4), !this.bigEndian);
  }

  full64(): bigint {
    return this.view.getBigUint64(this.take(8), !this.bigEndian);
  }

  float32(): number {
    return this.view.getFloat32(this.take(4), !this.bigEndian);
  }

  float64(): number {
    return this.view.getFloat64(this.take(8), !this.bigEndian);
  }

  /** Reads a compressed 32-bit number: a length byte, then so many bytes; 0xFF alone means "undefined". */
  uint32(): number {
    const size = this.uint8();
    if (size === 0xff) return 0xffff_ffff;
    if (size > 4) throw new DamagedRecord(`holds a 32-bit number of ${size} bytes`);
    return this.magnitude(size);
  }

  /** A compressed 64-bit number as an exact integer. */
  uint64(): bigint {
    const size = this.uint8();
    if (size === 0xff) return UNDEFINED_64;
    if (size > 8) throw new DamagedRecord(`holds a 64-bit number of ${size} bytes`);
    const start = this.take(size);
    let value = 0n;
    for (let i = 0; i < size; i++) {
      const byte = elementAt(this.bytes, this.bigEndian ? start + i : start + size - 1 - i);
      value = (value << 8n) | BigInt(byte);
    }
    return value;
  }

  /** A compressed signed 64-bit number (two's complement in the unsigned form). */
  int64(): bigint {
    return BigInt.asIntN(64, this.uint64());
  }

  /** A text that ends with a zero byte. */
  string(): string {
    const zero = this.bytes.indexOf(0, this.position);
    if (zero < 0 || zero >= this.end) throw new DamagedRecord('holds a text without end');
    const value = text.decode(this.bytes.subarray(this.position, zero));
    this.position = zero + 1;
    return value;
  }

  /** The length in front of a record: one byte, or 0xFF and eight bytes. */
  recordLength(): number {
    const short = this.uint8();
    const length = short === 0xff ? Number(this.full64()) : short;
    if (length > this.end - this.position) throw new DamagedRecord('is longer than its file');
    return length;
  }

  private magnitude(size: number): number {
    const start = this.take(size);
    let value = 0;
    for (let i = 0; i < size; i++) {
      value = value * 256 + elementAt(this.bytes, this.bigEndian ? start + i : start + size - 1 - i);
    }
    return value;
  }
}

/** Byte order marks in the header of every file and chunk. */
const LITTLE_ENDIAN = 0x42;
const BIG_ENDIAN = 0x23;
const HEADER_MARK = 3;
const EVENT_NUMBERS = 16;

/** Bytes of the header that every chunk of definitions and events begins with. */
export const CHUNK_HEADER_WIDTH = 2 + EVENT_NUMBERS;

/** Whether a header begins at `at` and in which byte order its file is: undefined when there is no header. */
export function byteOrderAt(bytes: Uint8Array, at: number): 'big' | 'little' | undefined {
  if (bytes[at] !== HEADER_MARK) return undefined;
  if (bytes[at + 1] === BIG_ENDIAN) return 'big';
  return bytes[at + 1] === LITTLE_ENDIAN ? 'little' : undefined;
}

/** Reads the two bytes that an anchor file begins with and sets the byte order. */
export function readHeader(reader: ByteReader): void {
  const order = byteOrderAt(reader.bytes, reader.take(2));
  if (order === undefined) throw new DamagedRecord('does not begin like an OTF2 file');
  reader.bigEndian = order === 'big';
}
