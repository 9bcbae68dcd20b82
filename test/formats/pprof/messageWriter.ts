const VARINT = 0;
const BYTES = 2;

/** Writes the fields of a message. */
export class MessageWriter {
  private readonly bytes: number[] = [];

  number(field: number, value: number): void {
    if (value === 0) return;
    this.varint(field * 8 + VARINT);
    this.varint(value);
  }

  text(field: number, text: string): void {
    this.piece(field, Buffer.from(text));
  }

  message(field: number, message: MessageWriter): void {
    this.piece(field, message.bytes);
  }

  numbers(field: number, values: readonly number[]): void {
    const packed = new MessageWriter();
    for (const value of values) packed.varint(value);
    this.piece(field, packed.bytes);
  }

  result(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }

  private piece(field: number, piece: ArrayLike<number>): void {
    this.varint(field * 8 + BYTES);
    this.varint(piece.length);
    this.bytes.push(...Array.from(piece));
  }

  /** @param value whole; those below zero have all 64 bits */
  private varint(value: number): void {
    let left = BigInt.asUintN(64, BigInt(value));
    while (left > 0x7fn) {
      this.bytes.push(Number(left & 0x7fn) | 0x80);
      left >>= 7n;
    }
    this.bytes.push(Number(left));
  }
}
