import { absent } from '../../base/elements.js';

/*
 * OTF2's compressed integers for the decoder's inner loops: a length byte, then so many bytes in the file's order; 0xFF
 * alone means "undefined" (all bits set). The end of the data is not checked here: the buffer is padded by PADDING
 * bytes and the caller compares positions after every field.
 */

/**
 * Length assumed for a length byte that no writer makes: more than any buffer, so that the caller detects it at once.
 */
const IMPOSSIBLE = 1 << 30;

/** Value of 64 set bits in a Float64. */
const UNDEFINED_64 = 2 ** 64;

/** How far beyond the end of the data one field can be read before positions are compared. */
export const PADDING = 512;

function widths(largest: number): Int32Array {
  const table = new Int32Array(256).fill(IMPOSSIBLE);
  for (let size = 0; size <= largest; size++) table[size] = size + 1;
  table[0xff] = 1;
  return table;
}

const WIDTH_32 = widths(4);
const WIDTH_64 = widths(8);

/** One byte of the padded buffer. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? absent(at);
}

/** Bytes that the compressed 32-bit number at `at` takes, by its length byte. */
export function width32(bytes: Uint8Array, at: number): number {
  const size = byteAt(bytes, at);
  return WIDTH_32[size] ?? absent(size);
}

/** Bytes that the compressed 64-bit number at `at` takes, by its length byte. */
export function width64(bytes: Uint8Array, at: number): number {
  const size = byteAt(bytes, at);
  return WIDTH_64[size] ?? absent(size);
}

/** The 32-bit number that is compressed at `at`. */
export function compressed32(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const size = byteAt(bytes, at);
  if (size === 1) return byteAt(bytes, at + 1);
  if (size === 2) {
    return bigEndian
      ? (byteAt(bytes, at + 1) << 8) | byteAt(bytes, at + 2)
      : byteAt(bytes, at + 1) | (byteAt(bytes, at + 2) << 8);
  }
  if (size === 0) return 0;
  return longer32(bytes, at, bigEndian);
}

function longer32(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const size = byteAt(bytes, at);
  if (size === 0xff) return 0xffff_ffff;
  let value = 0;
  for (let i = 1; i <= size && i <= 4; i++) {
    value = value * 256 + byteAt(bytes, bigEndian ? at + i : at + size + 1 - i);
  }
  return value;
}

/** The unsigned 64-bit number that is compressed at `at`; above 2^53 the nearest Float64. */
export function compressed64(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const size = byteAt(bytes, at);
  if (size <= 4) return compressed32(bytes, at, bigEndian);
  return size === 0xff ? UNDEFINED_64 : long64(bytes, at, size, bigEndian);
}

function long64(bytes: Uint8Array, at: number, size: number, bigEndian: boolean): number {
  let high = 0;
  let low = 0;
  for (let i = 0; i < size && i < 8; i++) {
    const byte = byteAt(bytes, bigEndian ? at + 1 + i : at + size - i);
    if (size - i > 4) high = high * 256 + byte;
    else low = low * 256 + byte;
  }
  return high * 4_294_967_296 + low;
}

/** The signed 64-bit number that is compressed at `at`; beyond ±2^53 the nearest Float64. */
export function compressedSigned64(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const size = byteAt(bytes, at);
  if (size < 8) return compressed64(bytes, at, bigEndian);
  if (size === 0xff) return -1;
  // Two's complement: the halves are subtracted apart, as the whole would lose its last bits in a Float64.
  const high = full32(bytes, bigEndian ? at + 1 : at + 5, bigEndian) | 0;
  const low = full32(bytes, bigEndian ? at + 5 : at + 1, bigEndian);
  return high * 4_294_967_296 + low;
}

/** Four bytes as an unsigned number. */
export function full32(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  return bigEndian
    ? ((byteAt(bytes, at) << 24) |
        (byteAt(bytes, at + 1) << 16) |
        (byteAt(bytes, at + 2) << 8) |
        byteAt(bytes, at + 3)) >>>
        0
    : (byteAt(bytes, at) |
        (byteAt(bytes, at + 1) << 8) |
        (byteAt(bytes, at + 2) << 16) |
        (byteAt(bytes, at + 3) << 24)) >>>
        0;
}

/**
 * Ticks between a start, given by its halves, and the timestamp of eight bytes at `at`. Exact up to 2^53 ticks, as
 * the halves are subtracted before they are joined.
 */
export function ticksSince(
  bytes: Uint8Array,
  at: number,
  bigEndian: boolean,
  startHigh: number,
  startLow: number,
): number {
  const high = full32(bytes, bigEndian ? at : at + 4, bigEndian);
  const low = full32(bytes, bigEndian ? at + 4 : at, bigEndian);
  return (high - startHigh) * 4_294_967_296 + (low - startLow);
}

/** A record's length in front of it: one byte, or 0xFF and eight bytes. */
export function recordLength(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const short = byteAt(bytes, at);
  if (short !== 0xff) return short;
  const [high, low] = bigEndian ? [at + 1, at + 5] : [at + 5, at + 1];
  return full32(bytes, high, bigEndian) * 4_294_967_296 + full32(bytes, low, bigEndian);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The 64-bit floating-point number whose bits are compressed at `at` like an integer. */
export function compressedFloat64(bytes: Uint8Array, at: number, bigEndian: boolean): number {
  const size = byteAt(bytes, at);
  if (size === 0xff) return NaN;
  scratch.setBigUint64(0, 0n);
  for (let i = 0; i < size && i < 8; i++) scratch.setUint8(i, byteAt(bytes, bigEndian ? at + size - i : at + 1 + i));
  return scratch.getFloat64(0, true);
}
