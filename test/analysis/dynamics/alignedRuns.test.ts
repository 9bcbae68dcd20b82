import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedRuns } from '../../../src/analysis/dynamics/alignedRuns.js';
import { noise } from './signals.js';

/** Iterations of two halves, with little noise. */
const halves = (count: number, before: number, after: number, seed: number): Float64Array =>
  noise(seed, count).map((e, i) => (i < count / 2 ? before : after) * (1 + 0.001 * e));

describe('alignedRuns', () => {
  it('adds up what the faster run took in each phase', () => {
    const { phases, seconds, best } = alignedRuns(halves(200, 1, 3, 1), halves(200, 2, 2, 2));
    expect(seconds[0]).toBeCloseTo(400, 0);
    expect(seconds[1]).toBeCloseTo(400, 0);
    expect(phases).toHaveLength(2);
    expect(phases[0]?.to).toBeCloseTo(0.5, 1);
    // 100 iterations of the first run, then 100 of the second one.
    expect(Math.abs(best - 300)).toBeLessThan(8);
  });

  it('aligns runs with other numbers of iterations by their share', () => {
    const { phases, best, iterations } = alignedRuns(halves(200, 1, 3, 3), halves(50, 8, 8, 4));
    expect(iterations).toEqual([200, 50]);
    expect(phases).toHaveLength(2);
    expect(Math.abs(best - 300)).toBeLessThan(8);
  });

  it('keeps all time in its phases, and is no slower than the faster run', () => {
    const durations = fc
      .array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 1, maxLength: 120 })
      .map((list) => Float64Array.from(list));
    fc.assert(
      fc.property(durations, durations, (one, other) => {
        const { phases, seconds, best } = alignedRuns(one, other);
        for (const run of [0, 1] as const) {
          const sum = phases.reduce((total, phase) => total + phase.seconds[run], 0);
          expect(sum).toBeCloseTo(seconds[run], 8);
        }
        expect(seconds[0]).toBeCloseTo(
          one.reduce((sum, value) => sum + value, 0),
          8,
        );
        expect(best).toBeLessThanOrEqual(Math.min(...seconds) * (1 + 1e-9));
      }),
      { numRuns: 100, seed: 8 },
    );
  });
});
