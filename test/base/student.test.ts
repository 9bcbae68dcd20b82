import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { comparedValue } from '../../src/experiments/compare/statistics.js';
import { student975, studentProbability } from '../../src/base/student.js';

describe('Student’s t', () => {
  it.each([
    [1, 12.706204736],
    [2, 4.3026527297],
    [5, 2.5705818356],
    [10, 2.228138852],
    [30, 2.0422724563],
    [1000, 1.9623390808],
  ])('has the tabulated quantile for %i degrees of freedom', (freedom, value) => {
    expect(student975(freedom)).toBeCloseTo(value, 8);
  });

  it('is the Cauchy distribution for one degree of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (t) => {
        expect(studentProbability(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 10);
      }),
      // Near the middle, where 1 - freedom / (freedom + t²) would lose its digits.
      { examples: [[1e-7], [-3e-8], [1e-9], [2e-162]] },
    );
  });
});

describe('comparedValue', () => {
  it('gives the intervals of a worked example', () => {
    // Means 20.6 and 25.1, s² 0.8 each, so that Welch's degrees of freedom are 8; t of 4 is 2.776.
    const { groups, changes } = comparedValue([
      [19.5, 20.5, 20.5, 22, 20.5],
      [24, 25, 25, 26.5, 25],
    ]);
    expect(groups[0]?.mean).toBeCloseTo(20.6, 12);
    expect(groups[0]?.interval?.low).toBeCloseTo(20.6 - 2.7764451052 * Math.sqrt(0.8 / 5), 8);
    expect(changes[0]?.absolute).toBeCloseTo(4.5, 12);
    expect(changes[0]?.verdict).toBe('slower');
    const error = Math.sqrt(0.8 / 5 + 0.8 / 5);
    expect(changes[0]?.interval?.high).toBeCloseTo(4.5 + student975(8) * error, 8);
  });

  it('gives no verdict from a single run on either side', () => {
    expect(comparedValue([[1], [2, 2.1]]).changes[0]).toEqual({
      absolute: 2.05 - 1,
      relative: 2.05 - 1,
      verdict: 'single runs: no verdict',
    });
    expect(comparedValue([[1, 1.1], [2]]).changes[0]?.verdict).toBe('single runs: no verdict');
  });

  it('finds no difference where repeats overlap, and one where they do not', () => {
    expect(
      comparedValue([
        [1, 2, 3],
        [1.5, 2.5, 3],
      ]).changes[0]?.verdict,
    ).toBe('no difference shown');
    expect(
      comparedValue([
        [3, 3.01, 2.99],
        [1, 1.01, 0.99],
      ]).changes[0]?.verdict,
    ).toBe('faster');
    expect(
      comparedValue([
        [3, 3],
        [3, 3],
      ]).changes[0]?.verdict,
    ).toBe('no difference shown');
  });

  it('claims a difference between equal groups in about one case of twenty at most', () => {
    let state = 12345;
    const uniform = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    const normal = () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
    const sample = (count: number, spread: number) => Array.from({ length: count }, () => 10 + spread * normal());
    let claims = 0;
    for (let i = 0; i < 4000; i++) {
      if (elementAt(comparedValue([sample(4, 1), sample(6, 3)]).changes, 0).verdict !== 'no difference shown') claims++;
    }
    expect(claims / 4000).toBeLessThan(0.06);
    expect(claims / 4000).toBeGreaterThan(0.02);
  });
});
