/** Changes of time with the counters that change with them. */
import { describe, expect, it } from 'vitest';
import { analyzeDynamics } from '../../../src/analysis/dynamics/index.js';
import type { DynamicsFinding } from '../../../src/model/dynamics/dynamics.js';
import { OWN_TIME } from '../../../src/model/dynamics/series.js';
import { analyzedRun, type Row, step } from './runs.js';

/** Two ranks of which rank 1 gets slower at iteration 200, with what counters count of that. */
function found(metric: string, counters: readonly Omit<Row, 'rank'>[], node = 1): DynamicsFinding | undefined {
  const times = [0, 1].map((rank) => ({ ...step(rank, 200, 0.2, rank === 1 ? 0.3 : 0.2), metric, node }));
  const counted = [0, 1].flatMap((rank) => counters.map((counter): Row => ({ ...counter, rank })));
  const { run, of } = analyzedRun(2, [...times, ...counted]);
  const { findings, similar } = analyzeDynamics(run, of);
  expect(similar?.metrics.map(({ metric: name }) => name) ?? []).not.toContain('instructions');
  return findings.find(({ property }) => property === 'dynamics_trends');
}

const counter = (metric: string, value: (i: number) => number, node = 1, unit = 'count') => ({
  ...{ metric, value, node },
  counter: unit,
});
const instructions = (after: number) => counter('instructions', (i) => (i < 200 ? 1e6 : after));

describe('counters next to a change of time', () => {
  it('show that there is more work, on the ranks that change alone', () => {
    const finding = found('execution', [instructions(1.5e6), counter('page-faults', () => 70)]);
    expect(finding?.counters).toEqual([
      { name: 'instructions', unit: 'count', before: 1e6, after: 1.5e6 },
      { name: 'page-faults', unit: 'count', before: 70, after: 70 },
    ]);
    expect(finding?.sentence).toMatch(
      / on rank 1\. Meanwhile: instructions \+50 %, page-faults ±0 %: there is more work\.$/,
    );
  });

  it('show that the same work takes longer, whichever counter changes most', () => {
    const misses = counter('PAPI_L3_TCM', (i) => (i < 200 ? 1000 : 2010));
    expect(found('execution', [instructions(1.001e6), misses])?.sentence).toMatch(
      / Meanwhile: PAPI_L3_TCM \+101 %, instructions \+0\.1 %: the same work takes longer\.$/,
    );
  });

  it('give no reason without instructions, or where these explain a part only', () => {
    const cycles = counter('cycles', (i) => (i < 200 ? 100 : 70), 1, 'cycles');
    expect(found('execution', [cycles])?.sentence).toMatch(/ Meanwhile: cycles −30 %\.$/);
    expect(found('execution', [instructions(1.25e6)])?.sentence).toMatch(/ Meanwhile: instructions \+25 %\.$/);
  });

  it('are those of all call paths for whole iterations, and of the one call path else', () => {
    const elsewhere = counter('cycles', (i) => (i < 200 ? 10 : 40), 0);
    const here = counter('cycles', (i) => (i < 200 ? 10 : 20));
    expect(found(OWN_TIME, [elsewhere, here], 0)?.counters).toMatchObject([{ before: 20, after: 60 }]);
    expect(found('execution', [elsewhere, here])?.counters).toMatchObject([{ before: 10, after: 20 }]);
  });

  it('are not named where they count a few events only', () => {
    const switches = counter('context-switches', (i) => (i < 200 ? 1 : 4));
    const finding = found('execution', [switches]);
    expect(finding?.counters).toHaveLength(1);
    expect(finding?.sentence).not.toContain('Meanwhile');
  });

  it('explain no waiting, and are judged for nothing themselves', () => {
    expect(found('mpi_latesender', [instructions(9e6)])?.counters).toBeUndefined();
    const { run, of } = analyzedRun(1, [{ ...instructions(9e6), rank: 0 }]);
    expect(analyzeDynamics(run, of).findings).toEqual([]);
  });

  it('are those at the tops of peaks, compared with the neighboring iterations', () => {
    const peak = (i: number): boolean => i % 40 === 20;
    const { run, of } = analyzedRun(1, [
      { ...step(0, 400, 0.2, 0.2), metric: 'execution', value: (i) => (peak(i) ? 1 : 0.2) + 0.001 * (i % 3) },
      { ...counter('cycles', (i) => (peak(i) ? 500 : i % 40 < 5 ? 700 : 100)), rank: 0 },
    ]);
    const finding = analyzeDynamics(run, of).findings.find(({ property }) => property === 'dynamics_peaks');
    expect(finding?.counters).toEqual([{ name: 'cycles', unit: 'count', before: 100, after: 500 }]);
    expect(finding?.sentence).toMatch(/ Meanwhile: cycles \+400 %\.$/);
  });
});
