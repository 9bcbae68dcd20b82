/** Models of scaling against functions that are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitScaling,
  growthText,
  MOST_ERROR,
  modelText,
  predict,
  type ScalingModel,
  termAt,
  TERMS,
  termText,
} from '../../../src/analysis/scaling/index.js';
import { student975 } from '../../../src/base/student.js';
import { fitLine } from '../../../src/analysis/scaling/fit.js';

const RANKS = [2, 4, 8, 16, 32];
const made = (value: (ranks: number) => number, ranks = RANKS): ScalingModel | undefined =>
  fitScaling(ranks.map((p) => ({ ranks: p, value: value(p) })));
const seconds = (value: number): string => `${Number(value.toPrecision(3))} s`;

describe('the search space', () => {
  it('has the 42 terms of Extra-P, each once, and 40 with their powers negative', () => {
    const growing = TERMS.filter(({ numerator }) => numerator >= 0);
    expect([TERMS.length, growing.length]).toEqual([82, 42]);
    expect(new Set(TERMS.map(termText)).size).toBe(82);
    const byLogs = (terms: typeof TERMS) => [0, 1, 2].map((logs) => terms.filter((term) => term.logs === logs).length);
    expect([byLogs(growing), byLogs(TERMS)]).toEqual([
      [19, 13, 10],
      [38, 25, 19],
    ]);
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
    expect(made(() => 7)).toEqual({ constant: 7, error: 0, isReliable: true });
    expect(made(() => 0)).toEqual({ constant: 0, error: 0, isReliable: true });
    const noise = [3.1, 2.9, 3.05, 2.95, 3];
    const model = made((p) => noise[Math.log2(p) - 1] ?? 0);
    expect(model?.error).toBeLessThan(0.05);
    expect(model === undefined ? 0 : predict(model, 64)?.value).toBeCloseTo(3, 0);
  });

  it('gives no model with fewer than five rank counts', () => {
    expect(made((p) => p, [2, 4, 8, 16])).toBeUndefined();
    expect(made((p) => p, [1, 2, 4, 8, 16])?.growth?.term).toEqual({ numerator: 1, denominator: 1, logs: 0 });
  });

  it('omits a negligible constant and a negligible term', () => {
    expect(made((p) => 1e-9 + p * p)?.constant).toBe(0);
    expect(made((p) => 1 + 1e-8 * p)?.growth).toBeUndefined();
  });

  it('predicts with an interval that is as wide as the points are off', () => {
    const exact = made((p) => 3 + 2 * p);
    expect(exact === undefined ? undefined : predict(exact, 1024)?.value).toBeCloseTo(2051, 4);
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
    const growth = { coefficient: fit.slope, term, fit, isFalling: false };
    const { value = 0, interval } = predict({ constant: fit.constant, growth, error: 0, isReliable: true }, 64) ?? {};
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
    const told = (value: (ranks: number) => number) => {
      const model = made(value);
      return model === undefined ? [] : [growthText(model), modelText(model, seconds)];
    };
    expect(told((p) => 24 / p)).toEqual(['falls like 1/p', '24 s/p']);
    expect(told((p) => 2 + 24 / p ** 1.5)).toEqual(['falls like 1/p^(3/2)', '2 s + 24 s/p^(3/2)']);
    expect(told((p) => 1 + (8 * Math.log2(p)) / p ** 2)).toEqual(['falls like log p/p²', '1 s + 8 s·log p/p²']);
    expect(told((p) => 9 - 6 / p)).toEqual(['grows and levels off like 1/p', '9 s − 6 s/p']);
  });

  it('divides work by the ranks, at any size and number of ranks', () => {
    const ranks = fc.constantFrom<number[]>([1, 2, 4, 8, 16], [3, 6, 12, 24, 48, 96], [10, 20, 30, 40, 50]);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e4, noNaN: true }), ranks, (work, counts) => {
        const model = made((p) => work / p, counts);
        expect(model?.growth?.term).toEqual({ numerator: -1, denominator: 1, logs: 0 });
        expect(model?.constant).toBe(0);
        expect(model?.growth?.coefficient).toBeCloseTo(work, 6);
        expect(model === undefined ? 0 : predict(model, 256)?.value).toBeCloseTo(work / 256, 6);
      }),
    );
  });

  it('grows only if the slope is significant', () => {
    // Of 7 + noise that sums to 0: no slope of any term is significant.
    const noise = [0.03, -0.05, 0.04, -0.04, 0.02];
    const model = made((p) => 7 + (noise[Math.log2(p) - 1] ?? 0));
    expect(model?.growth).toBeUndefined();
    expect(model?.constant).toBeCloseTo(7, 12);
    // Slope 1, standard error of each point far below.
    expect(made((p) => p + (noise[Math.log2(p) - 1] ?? 0))?.growth?.term).toEqual({
      numerator: 1,
      denominator: 1,
      logs: 0,
    });
  });

  it('is none where even the best one misses points by more than 80 %', () => {
    const values = [0.3, 7, 0.2, 25, 0.4];
    const model = made((p) => values[Math.log2(p) - 1] ?? 0);
    if (model === undefined) throw new Error('no model');
    expect(model.error).toBeGreaterThan(MOST_ERROR);
    expect(model.isReliable).toBe(false);
    expect(predict(model, 64)).toBeUndefined();
    expect([growthText(model), modelText(model, seconds)]).toEqual(['has no reliable model', 'no reliable model']);
  });

  it('never promises what it does not know', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 5, maxLength: 7 }),
        (values) => {
          const model = fitScaling(values.map((value, i) => ({ ranks: 2 ** i, value })));
          if (model === undefined) throw new Error('no model');
          expect(model.isReliable).toBe(model.error <= MOST_ERROR);
          expect(predict(model, 1024) === undefined).toBe(!model.isReliable);
          if (model.growth === undefined) return;
          const { coefficient, fit } = model.growth;
          const deviation = fit.deviation / Math.sqrt(fit.spread);
          expect(Math.abs(coefficient)).toBeGreaterThan(student975(values.length - 2) * deviation);
        },
      ),
    );
  });
});
