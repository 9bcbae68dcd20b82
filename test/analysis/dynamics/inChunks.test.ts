import { describe, expect, it } from 'vitest';
import { inChunks } from '../../../src/analysis/dynamics/inChunks.js';
import { judgeSeries } from '../../../src/analysis/dynamics/judge.js';
import { noise } from './signals.js';

describe('inChunks', () => {
  const values = noise(5, 3000).map((e, i) => 1 + (i >= 1700 ? 0.3 : 0) + 0.02 * e);

  it('finds what the whole shows, and has its energies', () => {
    const whole = judgeSeries(values);
    const found = inChunks(values, 512);
    expect(found.variability).toBeCloseTo(whole.variability, 12);
    expect(found.energies).toEqual(whole.energies);
    expect(found.trends).toHaveLength(1);
    const [rise] = found.trends;
    expect(Math.abs((rise?.last ?? NaN) - 1700)).toBeLessThan(10);
    // 1,300 samples over their level by 0.3.
    expect(rise?.excess).toBeGreaterThan(0.95 * 390);
    expect(rise?.excess).toBeLessThan(1.06 * 390 + 6);
    expect(found.trendsExcess).toBeCloseTo(rise?.excess ?? NaN, 9);
  });

  it('finds peaks in all chunks', () => {
    const peaks = noise(6, 3000).map((e, i) => 1 + (i % 500 === 250 ? 2 : 0) + 0.02 * e);
    const found = inChunks(peaks, 512);
    expect(found.peaks.map(({ top }) => top)).toEqual([250, 750, 1250, 1750, 2250, 2750]);
    expect(found.recursEvery).toBe(500);
  });

  it('does not judge where more than a quarter is missing', () => {
    const holed = values.map((value, i) => (i % 3 === 0 ? NaN : value));
    expect(inChunks(holed, 512)).toMatchObject({ notJudged: 'too much missing', trends: [] });
  });
});
