import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ordinaryCall } from '../../../src/measurement/forecast/ordinaryCall.js';

/** Sums over calls of which some were interrupted. */
function sumsOf(times: readonly number[]) {
  return {
    calls: times.length,
    seconds: times.reduce((sum, one) => sum + one, 0),
    squares: times.reduce((sum, one) => sum + one * one, 0),
    shortest: Math.min(...times),
    longest: Math.max(...times),
  };
}

/** Calls of 50 ns, and so many that were interrupted for 4 ms. */
const calls = (count: number, interrupted: number): number[] =>
  Array.from({ length: count }, (_, index) => (index < interrupted ? 4e-3 : 50e-9));

describe('the length of an ordinary call', () => {
  it('is that of the others where some were interrupted, all for as long', () => {
    for (const interrupted of [1, 3, 20]) {
      const sums = sumsOf(calls(2000, interrupted));
      expect(sums.seconds / sums.calls).toBeGreaterThan(2e-6);
      expect(ordinaryCall(sums, 1)).toBeCloseTo(50e-9, 12);
    }
  });

  it('is the mean where all take the same, and where nothing waited for a processor', () => {
    expect(ordinaryCall(sumsOf(calls(2000, 0)), 1)).toBeCloseTo(50e-9, 15);
    const sums = sumsOf(calls(2000, 20));
    expect(ordinaryCall(sums, 0)).toBe(sums.seconds / sums.calls);
    expect(ordinaryCall(sums, -1)).toBe(sums.seconds / sums.calls);
  });

  it('has no more taken out than what the run waited for a processor', () => {
    const sums = sumsOf(calls(2000, 20));
    // 20 calls of 4 ms: half of that may have been waiting.
    expect(ordinaryCall(sums, 40e-3) * 2000).toBeCloseTo(sums.seconds - 40e-3, 12);
  });

  it('lies between the shortest call and the mean, whatever the times are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 }), (nanoseconds) => {
        const times = nanoseconds.map((one) => one * 1e-9);
        const sums = sumsOf(times);
        const found = ordinaryCall(sums, 1e9);
        expect(found).toBeLessThanOrEqual((sums.seconds / sums.calls) * (1 + 1e-12));
        expect(found).toBeGreaterThanOrEqual(Math.min(...times) * (1 - 1e-12));
      }),
    );
  });
});
