import { describe, expect, it } from 'vitest';
import { checkHistory, parseCriterion } from '../../../src/experiments/compare/acceptance.js';
import {
  changePointsOf,
  changeSentence,
  type HistoryValue,
  regressionOf,
} from '../../../src/experiments/history/changePoints.js';
import { noise } from '../../analysis/dynamics/signals.js';

/** Experiments of the given versions, each with its seconds, measured with a noise of 1 %. */
function history(levels: readonly (readonly [version: string, seconds: number])[], seed = 1): HistoryValue[] {
  const e = noise(seed, levels.length);
  return levels.map(([version, seconds], i) => ({
    ...{ id: `id${i}`, name: `run ${i}`, version, commit: version.repeat(12) },
    value: seconds * (1 + 0.01 * (e[i] ?? 0)),
  }));
}

const repeated = (count: number, version: string, seconds: number) =>
  Array.from({ length: count }, () => [version, seconds] as const);
/** Each of another version. */
const versions = (count: number, first: number, seconds: number) =>
  Array.from({ length: count }, (_, i) => [`v${first + i}`, seconds] as const);

describe('changePointsOf', () => {
  it('finds from which experiment on the program takes longer, with the commit', () => {
    const runs = history([...repeated(4, 'a', 10), ...repeated(4, 'b', 10), ...repeated(4, 'c', 11.2)]);
    const { points, tooFew } = changePointsOf(runs);
    expect(tooFew).toBeUndefined();
    expect(points).toMatchObject([{ index: 8, kind: 'rise', runs: [8, 4] }]);
    expect(changeSentence('Total time', runs, points[0] ?? expect.fail())).toMatch(
      /^Total time rises from experiment run 8 \(commit cccccccccc\) on, \+1[123] % \(8 runs before, 4 since\)\.$/,
    );
    expect(regressionOf(points)).toBe(points[0]);
  });

  it('puts a change between two versions, never between repeats of one', () => {
    // The first of the slow ones was fast by chance: it is of the version of the others.
    const runs = history([...repeated(6, 'a', 10), ['b', 10], ...repeated(5, 'b', 13)], 4);
    for (const { index } of changePointsOf(runs).points) expect(index).toBe(6);
    expect(changePointsOf(history([...repeated(6, 'a', 10), ...repeated(6, 'a', 13)])).points).toEqual([]);
  });

  it('judges from no single run', () => {
    expect(changePointsOf(history([...versions(11, 0, 10), ['z', 14]])).points).toEqual([]);
    expect(changePointsOf(history([...versions(5, 0, 10), ['x', 14], ...versions(5, 6, 10)])).points).toEqual([]);
  });

  it('reports that too few exist', () => {
    const { points, tooFew } = changePointsOf(history([...versions(3, 0, 10), ...versions(3, 3, 20)]));
    expect(points).toEqual([]);
    expect(tooFew).toBe('6 comparable experiments: too few to distinguish a change from chance; 8 are needed.');
    expect(changePointsOf([]).tooFew).toMatch(/^0 comparable experiments/);
  });

  it('is no regression where a later version is as fast again', () => {
    const { points } = changePointsOf(
      history([...versions(8, 0, 10), ...versions(8, 8, 12), ...versions(8, 16, 9.5)], 3),
    );
    expect(points.map(({ kind, index }) => [kind, index])).toEqual([
      ['rise', 8],
      ['fall', 16],
    ]);
    expect(regressionOf(points)).toBeUndefined();
  });

  it('finds next to nothing where nothing changed, and nearly all that did', () => {
    let [wrong, right] = [0, 0];
    for (let seed = 1; seed <= 200; seed++) {
      if (changePointsOf(history(versions(20, 0, 10), seed)).points.length > 0) wrong++;
      const { points } = changePointsOf(history([...versions(10, 0, 10), ...versions(10, 10, 11)], seed));
      if (points.length === 1 && points[0]?.index === 10) right++;
    }
    expect(wrong).toBeLessThanOrEqual(4);
    expect(right).toBeGreaterThanOrEqual(190);
  });
});

describe('the criterion of a history', () => {
  it('is missed where something rose and did not fall again', () => {
    expect(parseCriterion('No regression')).toEqual({ kind: 'noRegression' });
    const worse = { title: 'run time', regression: 'Run time rises.' };
    expect(checkHistory([worse], ['no regression'])).toMatchObject({
      accepted: false,
      results: [{ state: 'missed', sentence: 'Run time rises.' }],
    });
    expect(checkHistory([{ title: 'run time', regression: undefined }], ['no regression'])).toMatchObject({
      accepted: true,
      results: [{ sentence: 'No rise is shown of run time.' }],
    });
    expect(checkHistory([{ title: 'x', regression: undefined, tooFew: 'Too few.' }], ['no regression'])).toMatchObject({
      accepted: false,
      results: [{ state: 'unknown', sentence: 'Too few.' }],
    });
    expect(() => checkHistory([], ['faster'])).toThrow(/"no regression"/);
  });
});
