import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { bandsOf, largestOf, membersOf, profileOf } from '../../src/webviews/compare/rankProfile.js';

/** An answer for locations of these names. */
function answer(value: readonly number[], names: readonly string[], order = value.map((_, at) => at)) {
  const bytes = names.map((name) => [...new TextEncoder().encode(name)]);
  let sum = 0;
  return {
    columns: {
      value: Float64Array.from(value),
      name: Uint8Array.from(bytes.flat()),
      end: Uint32Array.from(bytes, ({ length }) => (sum += length)),
      order: Uint32Array.from(order),
    },
  };
}

// The order of 0 and -0 is arbitrary.
const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const numbers = fc.array(finite, { minLength: 1, maxLength: 60 });

describe('values by rank', () => {
  it('show the minimum, the median and the maximum with their ranks, and the sum', () => {
    const profile = profileOf(answer([3, 1, 4, 1, 5], ['a', 'b', 'c', 'd', 'Größe ∑']));
    expect(profile).toMatchObject({ least: { value: 1, at: 1 }, most: { value: 5, at: 4 }, median: 3, sum: 14 });
    expect([0, 3, 4].map((at) => profile?.nameOf(at))).toEqual(['a', 'd', 'Größe ∑']);
    expect(profileOf(answer([4, 1, 2, 3], ['', '', '', '']))).toMatchObject({ median: 2.5 });
    expect(profileOf(answer([4], ['']))?.nameOf(0)).toBe('location 0');
    expect(profileOf(answer([], []))).toBeUndefined();
  });

  it('are in the order of the answer, without locations that run nothing', () => {
    const profile = profileOf(answer([10, 20, 0, 30], ['r1', 'r0', 'power', 'r2'], [1, 0, 3]));
    expect([...(profile?.values ?? [])]).toEqual([20, 10, 30]);
    expect([0, 1, 2].map((at) => profile?.nameOf(at))).toEqual(['r0', 'r1', 'r2']);
    expect(profile).toMatchObject({ least: { value: 10, at: 1 }, most: { value: 30, at: 2 }, sum: 60 });
  });

  it('are the numbers of a plain specification', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const profile = profileOf(answer(values, values.map(String)));
        const sorted = [...values].sort((one, other) => one - other);
        const half = values.length / 2;
        expect(profile?.least.value).toBe(Math.min(...values));
        expect(profile?.most.value).toBe(Math.max(...values));
        expect(profile?.median).toBe(
          Number.isInteger(half)
            ? (elementAt(sorted, half - 1) + elementAt(sorted, half)) / 2
            : elementAt(sorted, Math.floor(half)),
        );
        expect(profile?.nameOf(profile.most.at)).toBe(String(values.find((value) => value === profile?.most.value)));
      }),
    );
  });

  it('map to columns of pixels so that none is omitted and no extreme is lost', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 100 }), (values, columns) => {
        const { low, high, mean } = bandsOf(Float64Array.from(values), columns);
        const seen = new Set<number>();
        for (let column = 0; column < columns; column++) {
          const [from, to] = membersOf(column, columns, values.length);
          const members = values.slice(from, to);
          for (let at = from; at < to; at++) seen.add(at);
          expect(low[column]).toBe(Math.min(...members));
          expect(high[column]).toBe(Math.max(...members));
          expect(mean[column]).toBeCloseTo(
            members.reduce((sum, value) => sum + value / members.length, 0),
            6,
          );
          expect(values[largestOf(Float64Array.from(values), column, columns)]).toBe(high[column]);
        }
        expect(seen.size).toBe(values.length);
      }),
    );
  });
});
