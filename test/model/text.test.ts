import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absent } from '../../src/base/elements.js';
import { counted, dataSize, duration, fileName, grouped, percent } from '../../src/base/text.js';
import { ofLength } from '../support/ofLength.js';

describe('percent', () => {
  it('has one decimal, and distinguishes small values from zero', () => {
    expect([0, 0.0001, 0.0005, 0.1213, 1].map(percent)).toEqual(['0.0 %', '< 0.1 %', '0.1 %', '12.1 %', '100.0 %']);
  });
});

describe('sizes of data', () => {
  it('are written as people do', () => {
    expect([0, 999, 1000, 1_250_000].map(dataSize)).toEqual(['0 B', '999 B', '1.0 kB', '1.3 MB']);
  });
});

describe('duration', () => {
  it('has three digits in the unit that suits', () => {
    const seconds = [0, 3.2e-8, 4.5e-4, 0.0123, 0.9996, 8.125, 99.96, 1234.5];
    const texts = ['0 s', '32.0 ns', '450 µs', '12.3 ms', '1.00 s', '8.13 s', '100 s', '1235 s'];
    expect(seconds.map(duration)).toEqual(texts);
  });

  it('is never off by more than half a digit, and never in the exponent form', () => {
    const sizes: Record<string, number> = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1 };
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (seconds) => {
        const [number, unit] = ofLength(duration(seconds).split(' '), 2);
        expect(number).toMatch(/^[\d.]+$/);
        expect(Math.abs(Number(number) * (sizes[unit] ?? absent(unit)) - seconds)).toBeLessThanOrEqual(
          seconds * 0.00501,
        );
      }),
    );
  });
});

describe('numbers', () => {
  it('are grouped according to the tables of languages', () => {
    const numbers = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2000, max: 2000 }), fc.double());
    // A negative zero is never shown.
    fc.assert(fc.property(numbers, (number) => grouped(number) === (number + 0).toLocaleString('en')));
  });
});

describe('names', () => {
  it('are counted', () => {
    expect([0, 1, 4].map((count) => counted(count, 'rank'))).toEqual(['0 ranks', '1 rank', '4 ranks']);
  });

  it('lose their folders', () => {
    expect(['/a/b.c', 'C:\\a\\b.c', 'b.c'].map(fileName)).toEqual(['b.c', 'b.c', 'b.c']);
  });
});
