import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { haarEnergies } from '../../../src/analysis/dynamics/haar.js';
import { History } from '../../../src/analysis/dynamics/history.js';
import { judgeSeries } from '../../../src/analysis/dynamics/judge.js';
import { SeriesStream } from '../../../src/analysis/dynamics/seriesStream.js';
import { referenceValues } from './referenceData.js';
import { noise, signals } from './signals.js';

function streamed(values: Iterable<number>, size?: number): SeriesStream {
  const stream = new SeriesStream(size);
  for (const value of values) stream.add(value);
  return stream;
}

const folding = v.object({
  ...{ width: v.number(), full: v.number(), pending: v.tuple([v.number(), v.number(), v.number()]) },
  ...{ first: v.array(v.number()), last: v.array(v.number()), sum: v.number() },
});
const reference = referenceValues('folding.json');

describe('History', () => {
  const history = new History();
  for (let i = 0; i < 10_000; i++) history.add(1 + (i % 10) / 10);

  it('keeps 10,000 samples in 312 bins of 32 and 16 samples', () => {
    expect([history.width, history.bins, history.pending.count]).toEqual([32, 312, 16]);
    const sums = history.sum.subarray(0, history.bins).reduce((sum, value) => sum + value, history.pending.sum);
    expect(sums).toBeCloseTo(14_500, 8);
    expect(history.excess(0, 9999, 0)).toBeCloseTo(14_500, 8);
    expect(history.excess(0, 9999, 2)).toBe(0);
  });

  it.runIf(reference !== undefined)('has the bins of the plain specification', () => {
    const known = v.parse(folding, reference);
    const { pending } = history;
    expect([history.width, history.bins]).toEqual([known.width, known.full]);
    [pending.sum, pending.largest, pending.count].forEach((value, i) => {
      expect(value).toBeCloseTo(known.pending[i] ?? NaN, 9);
    });
    expect(history.sum[0]).toBeCloseTo(known.first[0] ?? NaN, 9);
    expect(history.largest[0]).toBeCloseTo(known.first[1] ?? NaN, 9);
    expect(history.sum[history.bins - 1]).toBeCloseTo(known.last[0] ?? NaN, 9);
  });
});

describe('SeriesStream', () => {
  it('has the energies of the whole, whatever the chunks', () => {
    const series = fc.array(fc.double({ min: 0, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(series, fc.integer({ min: 8, max: 64 }), (values, size) => {
        const { variability, length, mean } = streamed(values, size).verdict();
        const { levels, totalEnergy } = haarEnergies(values);
        const change = levels.reduce((sum, energy) => sum + energy, 0);
        expect(Math.abs(variability * totalEnergy - change)).toBeLessThanOrEqual(1e-12 * totalEnergy);
        expect(length).toBe(values.length);
        expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
      }),
    );
  });

  it('finds in chunks what is in them', () => {
    const { peaks, changes } = streamed(signals.cx3d?.() ?? [], 64).verdict();
    expect(changes[0]).toMatchObject({ kind: 'rise', first: 1, last: 16 });
    expect(peaks.map(({ top }) => top)).toContain(20);
  });

  it('is the series judged at once, as long as there is one chunk', () => {
    const values = signals.ramp?.() ?? new Float64Array(0);
    const whole = judgeSeries(values);
    const { changes, trends, variability } = streamed(values, 256).verdict();
    expect(changes).toEqual(whole.changes);
    expect(variability).toBe(whole.variability);
    expect(trends.map(({ first, costsUntil }) => [first, costsUntil])).toEqual(
      whole.trends.map(({ first, costsUntil }) => [first, costsUntil]),
    );
    expect(trends[0]?.excess).toBeCloseTo(whole.trends[0]?.excess ?? NaN, 0);
  });

  it('finds steps within chunks and at their borders, and slow rises over many', () => {
    for (const at of [5000, 4096, 5120]) {
      const { trends, length } = streamed(
        noise(at, 10_000).map((e, i) => 1 + 0.02 * e + (i >= at ? 0.5 : 0)),
      ).verdict();
      expect(length).toBe(10_000);
      expect(trends).toHaveLength(1);
      expect(Math.abs(((trends[0]?.first ?? NaN) + (trends[0]?.last ?? NaN)) / 2 - at)).toBeLessThan(200);
      expect((trends[0]?.excess ?? NaN) / (0.5 * (10_000 - at))).toBeGreaterThan(0.95);
      expect((trends[0]?.excess ?? NaN) / (0.5 * (10_000 - at))).toBeLessThan(1.05);
    }
    const { trends } = streamed(
      noise(9, 20_000).map((e, i) => 1 + 0.02 * e + Math.max(0, i - 4000) / 16_000),
    ).verdict();
    expect(trends).toHaveLength(1);
    expect(trends[0]?.first).toBeGreaterThan(3000);
    expect(trends[0]?.first).toBeLessThan(6000);
  });

  it('keeps 32 peaks, and sums the others', () => {
    const values = noise(3, 8192).map((e, i) => 1 + 0.01 * e + (i % 128 === 64 ? 1 : 0));
    const { peaks, others } = streamed(values).verdict();
    // Neighbors at the border of a chunk may be reported as one.
    expect(peaks.length).toBeLessThanOrEqual(32);
    expect(peaks.length + others.count).toBeGreaterThanOrEqual(58);
    expect(others.excess).toBeGreaterThan(16);
    expect(streamed(values).verdict()).toEqual(streamed(values).verdict());
  });

  it('bridges what is missing', () => {
    const stream = streamed([NaN, 1, -1, Infinity, 3], 8);
    expect(stream.verdict()).toMatchObject({ length: 5, mean: 1.2 });
  });
});
