import { elementAt } from '../../src/base/elements.js';
/** Changes of files as damage and malice make them. */

/** Numbers that follow from a seed (mulberry32), so that an input can be made again. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes at borders of numbers and of syntax. */
const BORDERS = [0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x0a, 0x20, 0x22, 0x26, 0x2a, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];
const MOST_CHANGES = 8;
/** Inputs stay small, so that what takes long or much memory is the reader's doing. */
const LONGEST_PIECE = 400;

/** A changed copy: bytes set, cut out, doubled, repeated, or the end cut off. */
export function mutated(whole: Uint8Array, random: () => number): Uint8Array {
  const below = (limit: number): number => Math.floor(random() * limit);
  let bytes = Buffer.from(whole);
  for (let changes = 1 + below(MOST_CHANGES); changes > 0; changes--) {
    const at = below(bytes.length + 1);
    const length = below(Math.min(LONGEST_PIECE, bytes.length - at) + 1);
    const piece = bytes.subarray(at, at + length);
    switch (below(7)) {
      case 0:
      case 1:
        if (at < bytes.length) bytes[at] = below(256);
        break;
      case 2:
        if (at < bytes.length) bytes[at] = elementAt(BORDERS, below(BORDERS.length));
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
        break;
      case 5:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.alloc(length, BORDERS[below(BORDERS.length)]),
          bytes.subarray(at),
        ]);
        break;
      default:
        if (below(8) === 0) bytes = bytes.subarray(0, at);
        else if (at + 4 <= bytes.length) bytes.writeUInt32LE(below(2) === 0 ? 0xffff_ffff : 2 ** below(32), at);
    }
  }
  return bytes;
}
