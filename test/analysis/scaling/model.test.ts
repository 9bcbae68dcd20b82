/** Models of scaling against functions that are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitScaling,
  growthText,
  modelText,
  predict,
  type ScalingModel,
  termAt,
  TERMS,
  termText,
} from '../../../src/analysis/scaling/index.js';
import { fitLine } from '../../../src/analysis/scaling/fit.js';

const RANKS = [2, 4, 8, 16, 32];
const made = (value: (ranks: number) => number, ranks = RANKS): ScalingModel | undefined =>
  fitScaling(ranks.map((p) => ({ ranks: p, value: value(p) })));
const seconds = (value: number): string => `${Number(value.toPrecision(3))} s`;

describe('the search space', () => {
  it('has the 42 terms of Extra-P, each once', () => {
    expect(TERMS).toHaveLength(42);
    expect(new Set(TERMS.map(termText)).size).toBe(42);
    expect([0, 1, 2].map((logs) => TERMS.filter((term) => term.logs === logs).length)).toEqual([19, 13, 10]);
  });
});

describe('a model of scaling', () => {
  it.each(TERMS.map((term) => [termText(term), term] as const))('finds 200 + 10·%s again', (text, term) => {
    const model = made((p) => 200 + 10 * termAt(term, p));
    expect(model?.growth === undefined ? 'constant' : termText(model.growth.term)).toBe(text);
    expect(model?.growth?.coefficient).toBeCloseTo(10, 6);
    expect(model?.constant).toBeCloseTo(200, 4);
    expect(model?.error).toBeLessThan(1e-9);
  });

  it('stays a constant for what does not depend on the ranks, and for zeros', () => {
    expect(made(() => 7)).toEqual({ constant: 7, error: 0 });
    expect(made(() => 0)).toEqual({ constant: 0, error: 0 });
    const noise = [3.1, 2.9, 3.05, 2.95, 3];
    const model = made((p) => noise[Math.log2(p) - 1] ?? 0);
    expect(model?.error).toBeLessThan(0.05);
    expect(model === undefined ? 0 : predict(model, 64).value).toBeCloseTo(3, 0);
  });

  it('says nothing with fewer than five numbers of ranks', () => {
    expect(made((p) => p, [2, 4, 8, 16])).toBeUndefined();
    expect(made((p) => p, [1, 2, 4, 8, 16])?.growth?.term).toEqual({ numerator: 1, denominator: 1, logs: 0 });
  });

  it('leaves out a constant that is next to nothing, and a term that is', () => {
    expect(made((p) => 1e-9 + p * p)?.constant).toBe(0);
    expect(made((p) => 1 + 1e-8 * p)?.growth).toBeUndefined();
  });

  it('predicts with an interval that is as wide as the points are off', () => {
    const exact = made((p) => 3 + 2 * p);
    expect(exact === undefined ? undefined : predict(exact, 1024).value).toBeCloseTo(2051, 4);
    // Least squares of y = 1, 2, 4, 8, 17 on p, by hand: mean x 12.4, Σ (x − x̄)² 595.2, Σ of squared errors 0.15457.
    const fit = fitLine(RANKS, [1, 2, 4, 8, 17]);
    if (fit === undefined) throw new Error('no line');
    expect([fit.meanX, fit.spread, fit.slope]).toEqual([
      12.4,
      expect.closeTo(595.2, 9),
      expect.closeTo(317.2 / 595.2, 9),
    ]);
    expect(fit.deviation).toBeCloseTo(Math.sqrt(0.15456989247 / 3), 9);
    const term = { numerator: 1, denominator: 1, logs: 0 } as const;
    const model = { constant: fit.constant, growth: { coefficient: fit.slope, term, fit }, error: 0 };
    const { value, interval } = predict(model, 64);
    const { deviation, spread, meanX } = fit;
    // 3.182446 is Student's t for 97.5 % and three degrees of freedom.
    const half = 3.182446 * deviation * Math.sqrt(1 + 1 / 5 + (64 - meanX) ** 2 / spread);
    expect(interval?.high).toBeCloseTo(value + half, 4);
    expect(interval?.low).toBeCloseTo(value - half, 4);
  });

  it('does not depend on the unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 5, maxLength: 8 }),
        fc.integer({ min: -6, max: 6 }),
        (values, power) => {
          const at = (scale: number): ScalingModel | undefined =>
            fitScaling(values.map((value, i) => ({ ranks: 2 ** i, value: value * scale })));
          const [one, other] = [at(1), at(2 ** power)];
          expect(other?.growth?.term).toEqual(one?.growth?.term);
          expect(other?.error).toBeCloseTo(one?.error ?? NaN, 9);
        },
      ),
    );
  });

  it('reads as a formula', () => {
    const grows = made((p) => 2 + 0.5 * p * Math.log2(p));
    const falls = made((p) => 10 - 0.1 * p);
    const same = made(() => 3);
    if (grows === undefined || falls === undefined || same === undefined) throw new Error('no model');
    expect([grows, falls, same].map((model) => modelText(model, seconds))).toEqual([
      '2 s + 0.5 s·p·log p',
      '10 s − 0.1 s·p',
      '3 s',
    ]);
    expect([grows, falls, same].map(growthText)).toEqual(['grows like p·log p', 'falls like p', 'stays the same']);
  });
});
