import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  findingText,
  iterationOf,
  loopText,
  patternText,
  sparkline,
} from '../../src/model/dynamics/dynamicsText.js';
import { dynamicsFinding, loopSummary, ofLoop } from '../support/dynamicsReport.js';

const pattern = dynamicsFinding().patterns[0]!;

describe('bars of text', () => {
  it('go from the least to the largest value', () => {
    expect(sparkline([1, 1, 2, 6])).toBe('▁▁▂█');
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█');
  });

  it('are flat where values differ by next to nothing, and empty where there are none', () => {
    expect(sparkline([1, 1.01, 0.99])).toBe('▄▄▄');
    expect(sparkline([0, 0])).toBe('▄▄');
    expect(sparkline([])).toBe('');
    expect(sparkline([1, Number.NaN, 4])).toBe('▁ █');
  });

  it('keep the order of values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const bars = Array.from(sparkline(values));
        expect(bars).toHaveLength(values.length);
        for (const [at, bar] of bars.entries())
          for (const [other, another] of bars.entries())
            if ((values[at] ?? 0) < (values[other] ?? 0)) expect(bar <= another).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('changes in words', () => {
  it('describe the behavior and its time', () => {
    expect(patternText({ ...pattern, kind: 'peak', top: 121 })).toBe('peak at 121');
    expect(patternText({ ...pattern, kind: 'trend', first: 212, last: 640 })).toBe('rises 212–640');
    expect(patternText(pattern)).toBe('steps up at 120');
    expect(patternText({ ...pattern, kind: 'improvement', first: 100, last: 100 })).toBe('falls at 100');
  });

  it('name the worst of several, and how often peaks recur', () => {
    const cheap = { ...pattern, first: 3, excess: 0.1 };
    expect(changeText(dynamicsFinding({ patterns: [cheap, pattern] }))).toBe('steps up at 120 + 1 more');
    const peaks = Array.from({ length: 8 }, (_, at) => ({ ...pattern, kind: 'peak' as const, top: 24 + 25 * at }));
    expect(changeText(dynamicsFinding({ patterns: peaks, recursEvery: 25 }))).toBe('8 peaks, one every 25');
    expect(changeText(dynamicsFinding({ patterns: [] }))).toBe('varies');
    expect(iterationOf(dynamicsFinding({ patterns: peaks }))).toBe(24);
    expect(iterationOf(dynamicsFinding({ patterns: [] }))).toBeUndefined();
  });

  it('are the text of a lens', () => {
    expect(findingText(dynamicsFinding())).toBe('▁▁▁▁▁▁▁▁▁▁██████ steps up at 120 · 6.7 %');
    expect(loopText(loopSummary(), ofLoop)).toBe(
      '200 iterations · 3.90 ms ±12 % · ▁▁▅█ · slows down from iteration 120 (+18 %, 4.10 s)',
    );
    expect(loopText(loopSummary())).toBe('200 iterations · 3.90 ms ±12 % · ▁▁▅█');
  });
});
