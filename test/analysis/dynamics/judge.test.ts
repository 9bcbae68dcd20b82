import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { judgeSeries, SeriesJudge } from '../../../src/analysis/dynamics/judge.js';
import { stability } from '../../../src/analysis/dynamics/intervalTree.js';
import { improvementsOf } from '../../../src/analysis/dynamics/improvements.js';
import { referenceValues } from './referenceData.js';
import { noise, signals } from './signals.js';

const change = v.object({
  kind: v.string(),
  first: v.number(),
  last: v.number(),
  before: v.number(),
  after: v.number(),
  step: v.boolean(),
});
const trend = v.object({
  ...{ first: v.number(), last: v.number(), step: v.boolean(), before: v.number(), after: v.number() },
  ...{ costsUntil: v.number(), recovered: v.boolean(), accumulated: v.number(), excess: v.number() },
});
const peak = v.object({
  ...{ first: v.number(), last: v.number(), top: v.number(), prominence: v.number(), stability: v.number() },
  ...{ significance: v.number(), base: v.tuple([v.number(), v.number()]), accumulated: v.number(), excess: v.number() },
});
const tile = v.object({ from: v.number(), to: v.number(), stability: v.number(), significance: v.number() });
const expected = v.object({
  signals: v.record(
    v.string(),
    v.object({
      ...{ meanEnergy: v.number(), totalEnergy: v.number(), variability: v.number(), shortScales: v.number() },
      ...{ wideScales: v.number(), noise: v.number(), delta: v.number(), trendsExcess: v.number() },
      ...{ changes: v.array(change), trends: v.array(trend), peaks: v.array(peak) },
      tiling: v.optional(v.array(tile)),
      letters: v.optional(v.array(v.tuple([v.number(), v.number(), v.string()]))),
      measureScale: v.optional(v.number()),
      contours: v.optional(v.array(v.object({ x: v.number(), polarity: v.number(), top: v.number() }))),
      nodes: v.optional(
        v.array(v.object({ from: v.number(), to: v.number(), high: v.number(), low: v.number(), parent: v.number() })),
      ),
    }),
  ),
});

/** The same numbers; what is written with nine digits is rounded by half of the last one. */
function expectNear(found: number | undefined, wanted: number, digits = 9): void {
  expect(Math.abs((found ?? NaN) - wanted)).toBeLessThanOrEqual(
    Math.max(1e-12, 5.1 * 10 ** -digits * Math.abs(wanted)),
  );
}

function signal(name: string): Float64Array {
  return (signals[name] ?? absent(name))();
}

const references = referenceValues('expected.json');

describe.runIf(references !== undefined)('series judged as by SciPy and the plain specification', () => {
  const known = references === undefined ? {} : v.parse(expected, references).signals;

  it.each(Object.entries(known))('%s', (name, wanted) => {
    const values = signal(name);
    const found = judgeSeries(values);
    expectNear(found.energies.meanEnergy, wanted.meanEnergy);
    expectNear(found.energies.totalEnergy, wanted.totalEnergy);
    for (const key of ['variability', 'shortScales', 'wideScales', 'noise', 'trendsExcess'] as const)
      expectNear(found[key], wanted[key]);
    expectNear(found.zone, name === 'constant' ? found.zone : wanted.delta);
    expect(found.changes.map(({ kind, first, last, isStep }) => [kind, first, last, isStep])).toEqual(
      wanted.changes.map(({ kind, first, last, step }) => [kind, first, last, step]),
    );
    found.changes.forEach(({ before, after }, i) => {
      expectNear(before, wanted.changes[i]?.before ?? NaN);
      expectNear(after, wanted.changes[i]?.after ?? NaN);
    });
    expect(
      found.trends.map(({ first, last, costsUntil, isRecovered }) => [first, last, costsUntil, isRecovered]),
    ).toEqual(wanted.trends.map(({ first, last, costsUntil, recovered }) => [first, last, costsUntil, recovered]));
    found.trends.forEach(({ accumulated, excess }, i) => {
      expectNear(accumulated, wanted.trends[i]?.accumulated ?? NaN);
      expectNear(excess, wanted.trends[i]?.excess ?? NaN);
    });
    expect(found.peaks.map(({ first, last, top, stability }) => [first, last, top, stability])).toEqual(
      wanted.peaks.map(({ first, last, top, stability }) => [first, last, top, stability]),
    );
    found.peaks.forEach((peak, i) => {
      const other = wanted.peaks[i] ?? absent(i);
      for (const key of ['prominence', 'significance', 'accumulated', 'excess'] as const)
        expectNear(peak[key], other[key]);
      expectNear(peak.base[0], other.base[0]);
      expectNear(peak.base[1], other.base[1]);
    });
    if (wanted.tiling !== undefined) expectShape(values, found, wanted);
  });

  function expectShape(
    values: Float64Array,
    { noise: own, zone, letters }: ReturnType<typeof judgeSeries>,
    wanted: (typeof known)[string],
  ): void {
    const { tree, tiles, contours, measuringScale } = new SeriesJudge(values.length).shape(values, own, zone);
    // Coarse scales of long series are looked at in fewer places.
    const digits = values.length > 512 ? 3 : 9;
    expect(measuringScale).toBe(wanted.measureScale);
    expect(letters.map(({ letter }) => letter)).toEqual(wanted.letters?.map(([, , letter]) => letter));
    expect(tiles.map((node) => stability(tree, node))).toEqual(wanted.tiling?.map((node) => node.stability));
    tiles.forEach((node, i) => {
      expectNear(tree.from[node], wanted.tiling?.[i]?.from ?? NaN);
      expectNear(tree.to[node], wanted.tiling?.[i]?.to ?? NaN);
      expectNear(tree.significance[node], wanted.tiling?.[i]?.significance ?? NaN, digits);
    });
    if (wanted.contours !== undefined) {
      expect([...contours.top.subarray(0, contours.count)]).toEqual(wanted.contours.map(({ top }) => top));
      wanted.contours.forEach(({ x }, i) => {
        expectNear(contours.place[i], x);
      });
    }
    if (wanted.nodes !== undefined) {
      const rows = Array.from({ length: tree.size }, (_, i) => [tree.high[i], tree.low[i], tree.parent[i]]);
      expect(rows).toEqual(wanted.nodes.map(({ high, low, parent }) => [high, low, parent]));
    }
  }
});

describe('judgeSeries', () => {
  it('finds the episodes of series with a known shape', () => {
    const cx3d = judgeSeries(signal('cx3d'));
    expect(cx3d.changes.map(({ kind, first, last }) => [kind, first, last])).toEqual([
      ['rise', 1, 16],
      ['fall', 20, 30],
      ['fall', 97, 102],
    ]);
    expect(cx3d.peaks.map(({ top }) => top)).toEqual([20]);
    expectNear(cx3d.trendsExcess, 30.2219712993);
    const step = judgeSeries(signal('step'));
    expect(step.trends.map(({ first, last, isStep, costsUntil }) => [first, last, isStep, costsUntil])).toEqual([
      [116, 123, true, 199],
    ]);
    const ramp = judgeSeries(signal('ramp')).trends;
    expect(ramp.map(({ first, last, isStep }) => [first, last, isStep])).toEqual([[67, 188, false]]);
    const spikes = judgeSeries(signal('spikes'));
    expect(spikes.peaks.map(({ top }) => top)).toEqual([6, 52, 67, 117]);
    expect(spikes.recursEvery).toBeUndefined();
    expect(judgeSeries(signal('interrupted')).trends.map(({ first, last }) => [first, last])).toEqual([[11, 244]]);
    expect(judgeSeries(signal('checkpoint')).recursEvery).toBe(25);
    expect(judgeSeries(signal('sine')).recursEvery).toBe(128);
  });

  it('finds the level that was never reached before, and no fall that only ends a rise', () => {
    const values = Float64Array.from(noise(11, 200), (e, i) => (i < 80 ? 2 : 1.5) + 0.02 * e);
    const { changes, zone } = judgeSeries(values);
    const { improvements, excess } = improvementsOf(values, changes, zone);
    expect(improvements).toHaveLength(1);
    expect(improvements[0]?.first).toBeGreaterThan(72);
    expect(improvements[0]?.last).toBeLessThan(88);
    expect(excess).toBeGreaterThan(38);
    expect(excess).toBeLessThan(42);
    const cx3d = signal('cx3d');
    expect(improvementsOf(cx3d, judgeSeries(cx3d).changes, judgeSeries(cx3d).zone).improvements).toEqual([]);
  });

  it('finds next to nothing in noise', () => {
    let [changes, peaks] = [0, 0];
    for (let seed = 1; seed <= 300; seed++) {
      const found = judgeSeries(noise(seed, 128 + (seed % 3) * 64).map((e) => 1 + 0.03 * e));
      if (found.changes.length > 0) changes++;
      if (found.peaks.length > 0) peaks++;
    }
    expect(changes).toBeLessThanOrEqual(3);
    expect(peaks).toBeLessThanOrEqual(9);
  });

  it('finds steps of five deviations where they are', () => {
    let found = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const at = 40 + (seed % 100);
      const { trends } = judgeSeries(noise(1000 + seed, 200).map((e, i) => 1 + 0.02 * (e + (i >= at ? 5 : 0))));
      if (trends.some(({ first, last }) => Math.abs((first + last + 1) / 2 - at) <= 3)) found++;
    }
    expect(found).toBeGreaterThanOrEqual(95);
  });

  it('never has more crossings on a coarser scale', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e3, noNaN: true }), { minLength: 8, maxLength: 600 }), (list) => {
        const values = Float64Array.from(list);
        if (values.every((value) => value === values[0])) return;
        const { crossings, contours } = new SeriesJudge(values.length).shape(values, 0, 0);
        const counts = Array.from(crossings.start.subarray(1), (end, k) => end - (crossings.start[k] ?? absent(k)));
        counts.slice(1).forEach((count, k) => {
          expect(count).toBeLessThanOrEqual(counts[k] ?? -1);
        });
        expect(contours.count).toBe(counts[0]);
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  it('bounds the loss by the total time, and single losses by the total loss', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 8 }),
        fc.nat(1000),
        (levels, seed) => {
          const length = 40 * levels.length;
          const values = noise(seed, length).map((e, i) => (levels[Math.floor(i / 40)] ?? absent(i)) + 0.05 * e);
          const { trends, trendsExcess, energies } = judgeSeries(values);
          const sum = Math.sqrt(energies.meanEnergy * length);
          const singly = trends.reduce((total, { excess }) => total + excess, 0);
          expect(trendsExcess).toBeLessThanOrEqual(sum * (1 + 1e-12));
          expect(trendsExcess).toBeLessThanOrEqual(singly * (1 + 1e-12));
          for (const { excess } of trends) expect(excess).toBeLessThanOrEqual(trendsExcess * (1 + 1e-12));
        },
      ),
      { numRuns: 40, seed: 6 },
    );
  });

  it('bridges what is missing, and does not judge where more than a quarter is', () => {
    const values = signal('step');
    const holed = values.map((value, i) => (i % 10 === 3 ? ([NaN, Infinity, -1][i % 3] ?? value) : value));
    expect(judgeSeries(holed).trends.map(({ isStep }) => isStep)).toEqual([true]);
    const empty = values.map((value, i) => (i % 3 === 0 ? NaN : value));
    expect(judgeSeries(empty)).toMatchObject({ notJudged: 'too much missing', changes: [] });
    expect(judgeSeries(Float64Array.of(NaN, NaN))).toMatchObject({ variability: 0, changes: [] });
    expect(judgeSeries(Float64Array.of(1, 2, 3))).toMatchObject({ notJudged: 'too short', changes: [] });
    expect(judgeSeries(new Float64Array(0))).toMatchObject({ notJudged: 'too short', variability: 0 });
  });

  it('judges series of any length, and of any size of values', () => {
    for (const length of [8, 9, 11, 13, 64, 97, 509, 513, 1031]) {
      const values = noise(length, length).map((e, i) => (i >= length / 2 ? 3e-9 : 1e-9) + 1e-11 * e);
      expect(judgeSeries(values).changes.map(({ kind }) => kind)).toEqual(['rise']);
    }
  });
});
