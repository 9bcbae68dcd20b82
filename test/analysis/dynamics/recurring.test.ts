import { describe, expect, it } from 'vitest';
import { improvementsOf } from '../../../src/analysis/dynamics/improvements.js';
import { SeriesJudge } from '../../../src/analysis/dynamics/judge.js';
import { fallsInAdditionToRecurring, risesInAdditionToRecurring } from '../../../src/analysis/dynamics/recurring.js';
import type { Trend } from '../../../src/analysis/dynamics/trends.js';
import { noise } from './signals.js';

/** Peaks of a width every so many iterations, and a step where one is. */
interface Case {
  readonly length: number;
  readonly period: number;
  readonly width: number;
  readonly phase: number;
  readonly step?: number;
}

function told({ length, period, width, phase, step = length }: Case, seed: number) {
  const values = noise(seed, length).map(
    (e, i) => 1 + ((i + phase) % period < width ? 0.8 : 0) + (i >= step ? 0.4 : 0) + 0.02 * e,
  );
  const verdict = new SeriesJudge(length).judge(values);
  if (verdict.recursEvery === undefined) return undefined;
  const { improvements } = improvementsOf(values, verdict.changes, verdict.zone);
  return {
    all: verdict.trends,
    before: verdict.trends.length + improvements.length,
    rises: risesInAdditionToRecurring(verdict.trends, verdict, values),
    falls: fallsInAdditionToRecurring(improvements, verdict, values),
  };
}

describe('peaks that recur', () => {
  const cases = [100, 200, 400, 1000].flatMap((length) =>
    [10, 20, 25, 50].flatMap((period) =>
      [1, 2, 4, 8]
        .filter((width) => 2 * width <= period && length / period >= 4)
        .map((width): Case => ({ length, period, width, phase: (7 * width) % period })),
    ),
  );

  it('are reported as peaks only, and not as steps too', () => {
    let [before, after, recurring] = [0, 0, 0];
    for (const [seed, each] of cases.entries()) {
      const found = told(each, seed + 1);
      if (found === undefined) continue;
      recurring++;
      before += found.before;
      after += found.rises.length + found.falls.length;
    }
    expect(recurring).toBeGreaterThan(0.8 * cases.length);
    expect(before).toBeGreaterThan(50);
    expect(after).toBeLessThanOrEqual(2);
  });

  it('do not hide a step that stays', () => {
    let steps = 0;
    for (const [seed, each] of cases.entries()) {
      const step = Math.floor(each.length * (0.4 + 0.02 * (seed % 10)));
      const found = told({ ...each, step }, seed + 1);
      if (found === undefined) continue;
      // Between peaks, the step may be reported as a rise that lasts until the next one.
      const isThere = ({ first, last, after, before }: Trend): boolean =>
        after - before < 0.6 && first <= step + each.period && last >= step - each.period;
      const isFound = found.all.some(isThere);
      if (isFound) steps++;
      expect(found.rises.some(isThere)).toBe(isFound);
    }
    expect(steps).toBeGreaterThan(0.5 * cases.length);
  });

  it('leave other series as they are', () => {
    const values = noise(3, 200).map((e, i) => (i < 100 ? 1 : 2) + 0.02 * e);
    const verdict = new SeriesJudge(200).judge(values);
    expect(risesInAdditionToRecurring(verdict.trends, verdict, values)).toEqual(verdict.trends);
  });
});
