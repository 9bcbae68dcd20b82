/** Bytes of records as OTF2 stores them: compressed numbers, texts, lengths. */

export type ByteOrder = 'little' | 'big';

const UNDEFINED_32 = 0xffff_ffff;
const UNDEFINED_64 = 0xffff_ffff_ffff_ffffn;
const LONG = 0xff;

/** The lowest bytes of a number in an order. */
function wide(value: bigint, width: number, order: ByteOrder): number[] {
  const bytes = Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
  return order === 'little' ? bytes : bytes.reverse();
}

/** Eight bytes. */
export const full64 = (value: bigint, order: ByteOrder): number[] => wide(BigInt.asUintN(64, value), 8, order);

/** A length byte, then so many bytes; all bits set are one byte 0xFF. */
export function packed64(value: bigint, order: ByteOrder): number[] {
  if (value === UNDEFINED_64) return [LONG];
  let width = 0;
  while (value >> BigInt(8 * width) !== 0n) width++;
  return [width, ...wide(value, width, order)];
}

export const packed32 = (value: number, order: ByteOrder): number[] =>
  value === UNDEFINED_32 ? [LONG] : packed64(BigInt(value), order);

/** Ended by a zero byte. */
export const textBytes = (text: string): number[] => [...new TextEncoder().encode(text), 0];

/** A record with its type and length in front. */
export function recordBytes(type: number, content: Iterable<number>, order: ByteOrder): Uint8Array {
  const bytes = [...content];
  const length = bytes.length < LONG ? [bytes.length] : [LONG, ...full64(BigInt(bytes.length), order)];
  return Uint8Array.from([type, ...length, ...bytes]);
}
