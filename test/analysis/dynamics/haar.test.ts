import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { HaarCounter, haarEnergies, variabilityOf } from '../../../src/analysis/dynamics/haar.js';
import { referenceValues } from './referenceData.js';
import { signals } from './signals.js';

const energies = { energies: v.record(v.string(), v.number()), meanEnergy: v.number(), totalEnergy: v.number() };
const schema = v.object({
  dyadic: v.record(v.string(), v.object(energies)),
  anyLength: v.record(v.string(), v.object({ of: v.string(), ...energies })),
});
const references = referenceValues('haar.json');
const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

function expectEnergies(values: Float64Array, wanted: v.InferOutput<typeof schema>['dyadic'][string]): void {
  const found = haarEnergies(values);
  for (const [level, energy] of Object.entries(wanted.energies))
    expect(Math.abs((found.levels[Number(level)] ?? NaN) - energy)).toBeLessThanOrEqual(1e-11 * wanted.totalEnergy);
  expect(found.meanEnergy).toBeCloseTo(wanted.meanEnergy, 8);
  expect(found.totalEnergy).toBeCloseTo(wanted.totalEnergy, 8);
}

describe.runIf(references !== undefined)('energies as of PyWavelets', () => {
  const known = references === undefined ? { dyadic: {}, anyLength: {} } : v.parse(schema, references);

  it.each(Object.entries(known.dyadic))('%s', (name, wanted) => {
    expectEnergies((signals[name] ?? absent(name))(), wanted);
  });

  it.each(Object.entries(known.anyLength))('of %s samples', (length, wanted) => {
    const name = wanted.of.startsWith('the first') ? 'cx3d' : wanted.of;
    expectEnergies((signals[name] ?? absent(name))().subarray(0, Number(length)), wanted);
  });
});

const series = fc.array(
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((x) => x + 1e-9),
  { minLength: 1, maxLength: 300 },
);

describe('haarEnergies', () => {
  it('divides the sum of squares between the mean and the scales', () => {
    fc.assert(
      fc.property(series, (values) => {
        const { levels, meanEnergy, totalEnergy } = haarEnergies(values);
        expect(Math.abs(meanEnergy + sum(levels) - totalEnergy)).toBeLessThanOrEqual(1e-12 * totalEnergy);
        const mean = sum(values) / values.length;
        const squares = sum(values.map((value) => (value - mean) ** 2));
        expect(Math.abs(sum(levels) - squares)).toBeLessThanOrEqual(1e-11 * totalEnergy);
      }),
    );
  });

  it('runs on across chunks', () => {
    fc.assert(
      fc.property(series, fc.nat(300), (values, cut) => {
        const counter = new HaarCounter();
        for (const value of values.slice(0, cut)) counter.add(value);
        counter.energies();
        for (const value of values.slice(cut)) counter.add(value);
        expect(counter.energies()).toEqual(haarEnergies(values));
      }),
    );
  });

  it('computes the share of change: V = CV²/(1+CV²)', () => {
    const values = [1, 3, 1, 3];
    expect(variabilityOf(haarEnergies(values), 4)).toEqual({ variability: 0.2, shortScales: 0.2, wideScales: 0 });
    const step = [1, 1, 1, 1, 3, 3, 3, 3];
    expect(variabilityOf(haarEnergies(step), 8)).toEqual({ variability: 0.2, shortScales: 0, wideScales: 0.2 });
  });
});
