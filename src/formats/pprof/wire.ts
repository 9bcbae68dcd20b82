/** Protocol buffers as bytes: fields with numbers, of which four forms occur. */
import { Damaged } from '../stacks/damage.js';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
const LONGEST_VARINT = 10;

const cut = (): Damaged => new Damaged('ends within a field; copy it again');

/**
 * Reads the fields of a message one after the other: `next` goes to one, whose content is then taken in the form that is
 * expected, or passed over.
 */
export class MessageReader {
  /** Number of the field. */
  field = 0;
  private form = 0;
  private at: number;

  constructor(
    private readonly bytes: Uint8Array,
    begin = 0,
    private readonly end: number = bytes.length,
  ) {
    this.at = begin;
  }

  /** Goes to the next field. @returns false at the end @throws Damaged */
  next(): boolean {
    if (this.at >= this.end) return false;
    const tag = this.varint();
    this.field = Math.floor(tag / 8);
    this.form = tag % 8;
    return true;
  }

  /** A number, with a sign: those below zero have all 64 bits. Beyond 2^53 it is the nearest one. */
  number(): number {
    if (this.form !== VARINT) return this.mismatch(0);
    return this.varint();
  }

  /** A number without a sign, exactly. */
  exact(): bigint {
    if (this.form !== VARINT) return this.mismatch(0n);
    let [value, shift] = [0n, 0n];
    for (let i = 0; i < LONGEST_VARINT; i++) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
      shift += 7n;
    }
    throw new Damaged('has a number that is too long; copy it again');
  }

  text(): string {
    const [begin, end] = this.piece();
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + begin, end - begin).toString('utf8');
  }

  message(): MessageReader {
    const [begin, end] = this.piece();
    return new MessageReader(this.bytes, begin, end);
  }

  /** Numbers of a repeated field: packed as newer writers do, or one. */
  numbers(take: (value: number) => void): void {
    if (this.form === VARINT) {
      take(this.varint());
      return;
    }
    const packed = this.message();
    while (packed.at < packed.end) take(packed.varint());
  }

  /** Passes over what is not wanted. */
  skip(): void {
    if (this.form === VARINT) this.exact();
    else if (this.form === BYTES) this.piece();
    else if (this.form === FIXED64) this.take(8);
    else if (this.form === FIXED32) this.take(4);
    else throw new Damaged('is no protocol buffer; copy it again');
  }

  /** A field of another form than expected is passed over, as readers of protocol buffers do. */
  private mismatch<T>(instead: T): T {
    this.skip();
    return instead;
  }

  /** The positions in the bytes between which the field's content is. */
  piece(): readonly [begin: number, end: number] {
    if (this.form !== BYTES) {
      this.skip();
      return [this.at, this.at];
    }
    const length = this.varint();
    const begin = this.at;
    this.take(length);
    return [begin, this.at];
  }

  private take(count: number): void {
    if (count < 0 || count > this.end - this.at) throw cut();
    this.at += count;
  }

  private byte(): number {
    if (this.at >= this.end) throw cut();
    const byte = this.bytes[this.at];
    this.at++;
    return byte ?? 0;
  }

  private varint(): number {
    let [low, high] = [0, 0];
    for (let i = 0; i < LONGEST_VARINT; i++) {
      const byte = this.byte();
      const bits = byte & 0x7f;
      // 28 bits, then four of the next group of seven, and so on: shifts work on 32 bits.
      if (i < 4) low |= bits << (7 * i);
      else if (i === 4) {
        low |= (bits & 0x0f) << 28;
        high |= bits >> 4;
      } else high |= bits << (7 * i - 32);
      if (byte < 0x80) return (high | 0) * 2 ** 32 + (low >>> 0);
    }
    throw new Damaged('has a number that is too long; copy it again');
  }
}
