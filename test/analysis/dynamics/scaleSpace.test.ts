import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { cosineTransform } from '../../../src/analysis/dynamics/cosine.js';
import { slopeVariance, varianceLeft } from '../../../src/analysis/dynamics/kernel.js';
import { ScaleSpace } from '../../../src/analysis/dynamics/scaleSpace.js';
import type { Shape } from '../../../src/analysis/dynamics/shape.js';
import { judgeSeries, SeriesJudge } from '../../../src/analysis/dynamics/judge.js';
import { referenceValues } from './referenceData.js';
import { noise, signals } from './signals.js';

const byName = <S extends v.GenericSchema>(schema: S) => v.record(v.string(), schema);
const schema = v.object({
  kernel: byName(v.array(v.number())),
  norm: byName(v.number()),
  slopeNorm: byName(v.number()),
  smoothed: byName(byName(v.array(v.number()))),
  crossings: byName(v.array(v.number())),
});
const references = referenceValues('scale-space.json');
/** Index of the scale σ = √t. */
const scaleOf = (t: number): number => Math.round(4 * Math.log2(2 * Math.sqrt(t)));

/** How many crossings there are on each scale. */
function crossingCounts({ crossings: { start } }: Shape): number[] {
  return Array.from(start.subarray(1), (end, k) => end - (start[k] ?? absent(k)));
}

describe.runIf(references !== undefined)('scale space as by SciPy', () => {
  const known = references === undefined ? undefined : v.parse(schema, references);

  it('leaves as much of noise', () => {
    for (const [t, norm] of Object.entries(known?.norm ?? {}))
      expect(Math.abs(varianceLeft(Number(t)) / norm - 1)).toBeLessThan(1e-11);
    for (const [t, norm] of Object.entries(known?.slopeNorm ?? {}))
      expect(Math.abs(slopeVariance(Number(t)) / norm - 1)).toBeLessThan(1e-11);
  });

  it('smooths with the discrete kernel e^−t·I_n(t)', () => {
    const length = 2048;
    const impulse = new Float64Array(length).map((_, i) => (i === 1024 ? 1 : 0));
    const space = new ScaleSpace(length);
    const coefficients = space.analyze(impulse, 0);
    for (const [t, kernel] of Object.entries(known?.kernel ?? {})) {
      const scale = space.scales[scaleOf(Number(t))] ?? absent(t);
      const [smoothed] = space.smoothed(coefficients, scale, scale);
      kernel.forEach((value, n) => {
        expect(Math.abs((smoothed[1024 + n] ?? NaN) - value)).toBeLessThan(1e-12);
      });
    }
  });

  it.each(Object.entries(known?.smoothed ?? {}))('mirrors the ends of %s', (name, byTime) => {
    const values = (signals[name] ?? absent(name))();
    const space = new ScaleSpace(values.length);
    const coefficients = space.analyze(values, 0.5);
    for (const [t, wanted] of Object.entries(byTime)) {
      const scale = space.scales[scaleOf(Number(t))] ?? absent(t);
      const [smoothed] = space.smoothed(coefficients, scale, scale);
      wanted.forEach((value, i) => {
        expect(Math.abs((smoothed[i] ?? NaN) + 0.5 - value)).toBeLessThan(1.1e-11);
      });
    }
  });

  it.each(Object.entries(known?.crossings ?? {}))('has the crossings of %s', (name, wanted) => {
    const values = (signals[name] ?? absent(name))();
    const { noise: own, zone } = judgeSeries(values);
    const found = crossingCounts(new SeriesJudge(values.length).shape(values, own, zone));
    // Of long series, coarse scales are looked at in fewer places, which two close crossings may lie between.
    const tolerance = values.length > 512 ? 2 : 0;
    expect(found).toHaveLength(wanted.length);
    found.forEach((count, k) => {
      expect(Math.abs(count - (wanted[k] ?? NaN))).toBeLessThanOrEqual(tolerance);
    });
  });
});

describe('cosineTransform', () => {
  it.each([1, 2, 3, 4, 7, 8, 12, 16, 30, 32, 49, 64, 97, 100, 128, 211, 256, 512])(
    'is the sum of cosines for %i samples',
    (length) => {
      const transform = cosineTransform(length);
      const f = noise(length, length);
      const a = transform.analyze(f);
      a.forEach((value, k) => {
        const sum = f.reduce((total, x, i) => total + x * Math.cos((Math.PI * k * (i + 0.5)) / length), 0);
        expect(Math.abs(value - ((k === 0 ? 1 : 2) / length) * sum)).toBeLessThan(1e-12);
      });
      const weights = new Float64Array(2 * length).map((_, at) => (at % 2 === 0 ? 1 : 2 / (1 + at)));
      const [first, second] = transform.synthesize(a, weights);
      f.forEach((value, i) => {
        expect(Math.abs((first[i] ?? NaN) - value)).toBeLessThan(1e-12);
        const sum = a.reduce((total, x, k) => total + (x / (1 + k)) * Math.cos((Math.PI * k * (i + 0.5)) / length), 0);
        expect(Math.abs((second[i] ?? NaN) - sum)).toBeLessThan(1e-12);
      });
      // Missing weights are zeros.
      const [alone] = transform.synthesize(a, weights.slice(0, 2));
      alone.forEach((value) => {
        expect(Math.abs(value - (a[0] ?? NaN))).toBeLessThan(1e-12);
      });
    },
  );
});

describe('crossings', () => {
  it.each([64, 128, 1024])('are those of the curvature itself, of %i samples', (length) => {
    const values = noise(length, length);
    const { space, crossings } = new SeriesJudge(length).shape(values, 1, 1);
    const mean = values.reduce((sum, value) => sum + value, 0) / length;
    const coefficients = space.analyze(values, mean);
    for (const { index, sigma, places } of space.scales.filter((_, k) => k % 3 === 0)) {
      const step = length / places;
      const at = (x: number, of: (k: number) => number): number =>
        coefficients.reduce((sum, a, k) => {
          const lambda = 1 - Math.cos((Math.PI * k) / length);
          return sum + a * of(k) * Math.exp(-sigma * sigma * lambda) * Math.cos((Math.PI * k * (x + 0.5)) / length);
        }, 0);
      const curvature = (x: number): number => at(x, (k) => -2 * (1 - Math.cos((Math.PI * k) / length)));
      const found = [...crossings.place.subarray(crossings.start[index], crossings.start[index + 1])];
      const sampled = Array.from({ length: places }, (_, i) => curvature((i + 0.5) * step - 0.5));
      const wanted = sampled.slice(1).flatMap((value, i) => {
        const old = sampled[i] ?? NaN;
        return old * value < 0 ? [(i + old / (old - value) + 0.5) * step - 0.5] : [];
      });
      expect(found).toHaveLength(wanted.length);
      found.forEach((place, i) => {
        expect(Math.abs(place - (wanted[i] ?? NaN))).toBeLessThan(1e-6 * step);
      });
      // Halfway between two samples the slope is their difference.
      found.slice(0, 20).forEach((place, i) => {
        const slope = crossings.slope[(crossings.start[index] ?? 0) + i] ?? NaN;
        const between = (x: number): number => at(x + 0.5, () => 1) - at(x - 0.5, () => 1);
        const [left, right] = [Math.floor(place + 0.5) - 0.5, Math.floor(place + 0.5) + 0.5];
        const linear = between(left) + (between(right) - between(left)) * (place - left);
        const isInside = place > 1 && place < length - 2;
        if (isInside) expect(Math.abs(slope - linear)).toBeLessThan(step === 1 ? 1e-9 : 1e-2 * Math.abs(linear) + 1e-4);
      });
    }
  });
});

describe('white noise', () => {
  it('has as much variance left after smoothing as the kernel predicts', () => {
    const space = new ScaleSpace(4096);
    const coefficients = space.analyze(noise(3, 4096), 0);
    for (const scale of space.scales.slice(0, 16)) {
      const [smoothed] = space.smoothed(coefficients, scale, scale);
      const variance = smoothed.reduce((sum, x) => sum + x * x, 0) / smoothed.length;
      expect(Math.sqrt(variance) / scale.valueNoise).toBeGreaterThan(0.85);
      expect(Math.sqrt(variance) / scale.valueNoise).toBeLessThan(1.15);
    }
  });
});
