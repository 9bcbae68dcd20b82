import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { Matching } from '../../../src/analysis/dynamics/matching.js';

/** The least sum of displacements, by trying all offsets that never fall and have one parity. */
function leastSum(coarse: readonly number[], fine: readonly number[], parity: number): number {
  const most = fine.length - coarse.length;
  const from = (i: number, offset: number): number => {
    if (i === coarse.length) return 0;
    let best = Infinity;
    for (let o = offset; o <= most; o += 2) {
      const cost = Math.abs((fine[i + o] ?? absent(i)) - (coarse[i] ?? absent(i))) + from(i + 1, o);
      if (cost < best) best = cost;
    }
    return best;
  };
  return from(0, parity);
}

describe('Matching', () => {
  const places = (maxLength: number): fc.Arbitrary<number[]> =>
    fc
      .array(fc.integer({ min: 0, max: 400 }), { maxLength })
      .map((list) => [...new Set(list)].sort((a, b) => a - b).map((x) => x / 8));

  it('joins so that the sum of displacements is least, order and polarity kept', () => {
    const matching = new Matching();
    fc.assert(
      fc.property(places(7), places(12), fc.constantFrom(1, -1), fc.constantFrom(1, -1), (coarse, fine, one, other) => {
        const place = Float64Array.from([...fine, ...coarse]);
        const to = new Int32Array(place.length).fill(-1);
        const fineRow = { start: 0, end: fine.length, polarity: fine.length === 0 ? 0 : one };
        const row = { start: fine.length, end: place.length, polarity: coarse.length === 0 ? 0 : other };
        const parity = fineRow.polarity === row.polarity ? 0 : 1;
        const isMatched = matching.match(place, row, fineRow, to);
        expect(isMatched).toBe(coarse.length === 0 || parity + coarse.length <= fine.length);
        if (!isMatched) return;
        const found = [...to.subarray(fine.length)];
        let sum = 0;
        found.forEach((at, i) => {
          if (i > 0) expect(at).toBeGreaterThan(found[i - 1] ?? absent(i));
          expect((at - i - parity) % 2).toBe(0);
          sum += Math.abs((fine[at] ?? absent(at)) - (coarse[i] ?? absent(i)));
        });
        expect(sum).toBeCloseTo(leastSum(coarse, fine, parity), 9);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });
});
