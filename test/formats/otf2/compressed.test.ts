import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  compressed32,
  compressed64,
  compressedFloat64,
  compressedSigned64,
  PADDING,
  recordLength,
  ticksSince,
  width32,
  width64,
} from '../../../src/formats/otf2/compressed.js';
import { Bytes, BYTE_ORDERS, NONE_32, NONE_64 } from './otf2Writer.js';

const order = fc.constantFrom(...BYTE_ORDERS);
/** Numbers of every width, not only huge ones. */
const unsigned64 = fc
  .tuple(fc.bigInt(0n, NONE_64), fc.integer({ min: 0, max: 63 }))
  .map(([n, shift]) => n >> BigInt(shift));

function padded(bytes: Bytes): Uint8Array {
  return Uint8Array.from([...bytes.bytes, ...new Array<number>(PADDING).fill(0xa5)]);
}

describe('compressed integers', () => {
  test('32-bit numbers round-trip and occupy the declared number of bytes', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: NONE_32 }), fc.integer({ min: 0, max: 31 }), (o, n, shift) => {
        const value = n >>> shift;
        const written = new Bytes(o).uint32(value);
        const bytes = padded(written);
        expect(compressed32(bytes, 0, o === 'big')).toBe(value);
        expect(width32(bytes, 0)).toBe(written.bytes.length);
      }),
    );
  });

  test('64-bit numbers come back as the nearest Float64', () => {
    fc.assert(
      fc.property(order, unsigned64, (o, value) => {
        const written = new Bytes(o).uint64(value);
        const bytes = padded(written);
        const read = compressed64(bytes, 0, o === 'big');
        if (value <= BigInt(Number.MAX_SAFE_INTEGER)) expect(read).toBe(Number(value));
        else expect(Math.abs(read / Number(value) - 1)).toBeLessThan(2 ** -51);
        expect(width64(bytes, 0)).toBe(written.bytes.length);
      }),
    );
  });

  test('signed numbers come back', () => {
    const signed = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(order, signed, (o, value) => {
        expect(compressedSigned64(padded(new Bytes(o).uint64(BigInt(value))), 0, o === 'big')).toBe(value);
      }),
    );
  });

  test('floating-point numbers come back from their bits', () => {
    fc.assert(
      fc.property(order, fc.double(), (o, value) => {
        const view = new DataView(new ArrayBuffer(8));
        view.setFloat64(0, value);
        expect(compressedFloat64(padded(new Bytes(o).uint64(view.getBigUint64(0))), 0, o === 'big')).toBe(value);
      }),
    );
  });

  test('impossible lengths take more than any data has', () => {
    for (const size of [5, 8, 9, 100, 254]) expect(width32(Uint8Array.of(size), 0)).toBeGreaterThan(1 << 28);
    for (const size of [9, 100, 254]) expect(width64(Uint8Array.of(size), 0)).toBeGreaterThan(1 << 28);
  });
});

describe('uncompressed numbers', () => {
  test('ticks are exact beyond what a Float64 could hold as a whole', () => {
    fc.assert(
      fc.property(order, fc.bigInt(0n, NONE_64), fc.bigInt(-(2n ** 52n), 2n ** 52n), (o, start, difference) => {
        const time = start + difference;
        fc.pre(time >= 0n && time <= NONE_64);
        const bytes = padded(new Bytes(o).full(time, 8));
        const [high, low] = [Number(start >> 32n), Number(start & 0xffff_ffffn)];
        expect(ticksSince(bytes, 0, o === 'big', high, low)).toBe(Number(difference));
      }),
    );
  });

  test('record lengths of one and of nine bytes', () => {
    for (const o of BYTE_ORDERS) {
      expect(recordLength(padded(new Bytes(o).uint8(254)), 0, o === 'big')).toBe(254);
      expect(recordLength(padded(new Bytes(o).uint8(255).full(2n ** 40n + 7n, 8)), 0, o === 'big')).toBe(2 ** 40 + 7);
    }
  });
});
