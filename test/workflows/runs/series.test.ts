import { describe, expect, it } from 'vitest';
import { seriesIn, tableIn } from '../../../src/workflows/runs/series.js';

const point = (ranks: number, experiments: readonly string[]) => ({
  ranks,
  experiments,
  seconds: 2 / ranks,
  speedup: ranks,
  efficiency: 1,
  properties: { mpi: 0.1 },
});
const scaling = { points: [point(1, ['a']), point(2, ['b', 'c'])], properties: [] };
const accepted = { verdict: 'faster', absolute: -1, relative: null, accepted: true, results: [] };

describe('the series of a workflow run', () => {
  it('is what its comparison of a series is about', () => {
    const steps = [
      { kind: 'analyze', outputs: { experiment: 'a' } },
      { kind: 'compare', outputs: scaling },
      { kind: 'compare', outputs: accepted },
    ];
    expect(seriesIn(steps)).toEqual(['a', 'b', 'c']);
  });

  it('is empty for other runs, and for untrusted data', () => {
    expect(seriesIn([{ kind: 'run' }, { kind: 'compare', outputs: accepted }])).toEqual([]);
    expect(seriesIn([{ kind: 'compare', outputs: { points: [null, 3, { experiments: [1, 'a'] }] } }])).toEqual([]);
  });
});

describe('the table of a workflow run', () => {
  it('is available once a step has reported the measurement overhead', () => {
    const outputs = { ways: [], experiments: ['a'], page: '/elsewhere/overheads.md' };
    expect(tableIn([{ kind: 'run' }, { kind: 'overheads', outputs }])).toBe('overheads.md');
    expect(tableIn([{ kind: 'run' }, { kind: 'overheads', outputs: { ways: 3 } }])).toBeUndefined();
  });
});
