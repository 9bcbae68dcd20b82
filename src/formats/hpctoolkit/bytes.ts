/** Fields of HPCToolkit's databases: little endian, at positions given by pointers in the file. */
import { Damaged } from '../stacks/damage.js';

/** Bytes of a name. */
const LONGEST_NAME = 1 << 16;

export class Bytes {
  private readonly view: DataView;

  /** @param name of the file, for messages */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.view.getUint8(this.checked(at, 1));
  }

  u16(at: number): number {
    return this.view.getUint16(this.checked(at, 2), true);
  }

  u32(at: number): number {
    return this.view.getUint32(this.checked(at, 4), true);
  }

  /** A number of 64 bits that is a size, a place or an index. @throws Damaged where it is larger than any of these */
  u64(at: number): number {
    const value = this.view.getBigUint64(this.checked(at, 8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.damaged(`an impossible number at byte ${at}`);
    return Number(value);
  }

  /** Any number of 64 bits, such as an address. */
  exact(at: number): bigint {
    return this.view.getBigUint64(this.checked(at, 8), true);
  }

  f64(at: number): number {
    return this.view.getFloat64(this.checked(at, 8), true);
  }

  /** A text that ends with a zero byte; nothing where the pointer is none. */
  text(at: number): string {
    if (at === 0) return '';
    this.checked(at, 1);
    const end = this.bytes.subarray(at, at + LONGEST_NAME).indexOf(0);
    return Buffer.from(this.bytes.subarray(at, end < 0 ? at + LONGEST_NAME : at + end)).toString('utf8');
  }

  /** Checks that a list lies in the file. @returns where it begins @throws Damaged */
  list(at: number, count: number, size: number): number {
    if (count > 0) this.checked(at, count * size);
    return at;
  }

  damaged(what: string): Damaged {
    return new Damaged(`is damaged: ${this.name} has ${what}; copy the whole database again`);
  }

  private checked(at: number, size: number): number {
    if (at >= 0 && at + size <= this.bytes.length) return at;
    throw this.damaged(`something at byte ${at}, and ends at ${this.bytes.length}`);
  }
}

/** Checks the header of a database's file. @throws Damaged if it is another file, or of another version */
export function checkHeader(bytes: Uint8Array, name: string, format: string): Bytes {
  const head = Buffer.from(bytes.subarray(0, 14)).toString('latin1');
  if (head !== `HPCTOOLKIT${format}`) throw new Damaged(`belongs to no database: ${name} is none of HPCToolkit's`);
  const major = bytes[14] ?? 0;
  if (major !== 4)
    throw new Damaged(`has version ${major}, and 4 is read; make the database with a HPCToolkit of 2022.10 or newer`);
  return new Bytes(bytes, name);
}
