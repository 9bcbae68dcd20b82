/** Protocol buffers as bytes, written. */
const VARINT = 0;
const BYTES = 2;
const FIRST = 256;

/** Writes the fields of a message, one after the other, in any order. */
export class MessageWriter {
  private bytes = new Uint8Array(FIRST);
  private length = 0;

  /** Adds a number; readers use 0 for an omitted one. @param value whole; negative numbers as 64 bits */
  number(field: number, value: number): void {
    if (value === 0) return;
    this.tag(field, VARINT);
    this.varint(value);
  }

  /** A text; an empty one is written too, since in a list it counts. */
  text(field: number, text: string): void {
    this.piece(field, Buffer.from(text));
  }

  message(field: number, message: MessageWriter): void {
    this.piece(field, message.result());
  }

  /** Numbers of a repeated field, packed. */
  numbers(field: number, values: readonly number[]): void {
    const packed = new MessageWriter();
    for (const value of values) packed.varint(value);
    this.message(field, packed);
  }

  /** Returns the bytes written so far; valid until more is written. */
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private piece(field: number, piece: Uint8Array): void {
    this.tag(field, BYTES);
    this.varint(piece.length);
    this.reserve(piece.length);
    this.bytes.set(piece, this.length);
    this.length += piece.length;
  }

  private tag(field: number, form: number): void {
    this.varint(field * 8 + form);
  }

  private varint(value: number): void {
    if (value < 0 || value > Number.MAX_SAFE_INTEGER) {
      this.varintOf(BigInt.asUintN(64, BigInt(value)));
      return;
    }
    let left = value;
    for (; left > 0x7f; left = Math.floor(left / 128)) this.byte((left % 128) + 128);
    this.byte(left);
  }

  private varintOf(value: bigint): void {
    let left = value;
    for (; left > 0x7fn; left >>= 7n) this.byte(Number(left & 0x7fn) + 128);
    this.byte(Number(left));
  }

  private byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    larger.set(this.result());
    this.bytes = larger;
  }
}
