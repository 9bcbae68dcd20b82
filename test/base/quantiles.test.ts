import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantiles } from '../../src/base/quantiles.js';
import { elementAt } from '../../src/base/elements.js';

const SHARES = [0, 0.25, 0.5, 0.75, 1];

test('quantiles lie between the two nearest values of the sorted sample', () => {
  const samples = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(samples, (sample) => {
      const sorted = [...sample].sort((a, b) => a - b);
      const expected = SHARES.map((share) => {
        const position = share * (sorted.length - 1);
        const [below, above] = [elementAt(sorted, Math.floor(position)), elementAt(sorted, Math.ceil(position))];
        return below + (position - Math.floor(position)) * (above - below);
      });
      expect(quantiles(Float64Array.from(sample), SHARES)).toEqual(expected);
    }),
  );
});

test('an empty sample is refused', () => {
  expect(() => quantiles(new Float64Array(0), SHARES)).toThrow(RangeError);
});
