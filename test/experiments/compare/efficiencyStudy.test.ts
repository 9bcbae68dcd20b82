/** Efficiencies of runs side by side. */
import { describe, expect, it } from 'vitest';
import { efficiencyStudy } from '../../../src/experiments/index.js';
import type { EfficiencyTimes } from '../../../src/model/findings/efficiency.js';

const times = (threads: number, runTime: number, averageUseful: number, more: Partial<EfficiencyTimes> = {}) => ({
  ...{ runTime, processes: threads, threads, averageUseful, mostUseful: averageUseful * 1.25 },
  ...more,
});

const valuesOf = (run: {
  readonly multiplicative: readonly { readonly name: string; readonly value: number | undefined }[];
}) => new Map(run.multiplicative.map(({ name, value }) => [name, value]));

describe('a study of efficiencies', () => {
  it('has a column for each number of threads, fewest first, of the mean times of its runs', () => {
    const runs = [times(4, 4, 2), times(1, 10, 8), times(4, 6, 3), times(2, 5, 4)];
    const { columns } = efficiencyStudy(runs, (run) => run);
    expect(columns.map(({ label, runs: members }) => [label, members.length])).toEqual([
      ['1 rank', 1],
      ['2 ranks', 1],
      ['4 ranks', 2],
    ]);
    const last = valuesOf(columns[2] ?? { multiplicative: [] });
    expect(last.get('parallel_efficiency')).toBeCloseTo(0.5, 12);
    expect(last.get('computation_scalability')).toBeCloseTo(8 / 10, 12);
    expect(last.get('global_efficiency')).toBeCloseTo(0.4, 12);
    expect(valuesOf(columns[0] ?? { multiplicative: [] }).get('computation_scalability')).toBe(1);
  });

  it('of one number of threads has no scalability', () => {
    const { columns, unknown } = efficiencyStudy([times(4, 4, 2)], (run) => run);
    expect([...valuesOf(columns[0] ?? { multiplicative: [] }).keys()]).toEqual([
      ...['parallel_efficiency', 'load_balance', 'communication_efficiency'],
      ...['serialisation_efficiency', 'transfer_efficiency'],
    ]);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]).toContain('critical path');
  });

  it('reports unknown data: the critical path, or counters, of any run', () => {
    const whole = { idealTime: 3, instructions: 1, cycles: 2 };
    const known = efficiencyStudy([times(1, 4, 2, whole), times(2, 4, 2, whole)], (run) => run);
    expect(known.unknown).toEqual([]);
    const mixed = efficiencyStudy([times(1, 4, 2, whole), times(2, 4, 2, { idealTime: 3 })], (run) => run);
    expect(mixed.unknown).toHaveLength(1);
    expect(mixed.unknown[0]).toContain('measure.counters');
    const repeats = efficiencyStudy([times(2, 4, 2, whole), times(2, 4, 2)], (run) => run);
    expect(repeats.columns[0]?.times).not.toHaveProperty('idealTime');
  });

  it('excludes runs without data', () => {
    expect(efficiencyStudy([times(4, 4, 2)], () => undefined)).toEqual({ columns: [], unknown: [] });
  });

  it('names processes with threads', () => {
    const label = (processes: number, threads: number) =>
      efficiencyStudy([{ ...times(threads, 1, 1), processes }], (run) => run).columns[0]?.label;
    expect(label(2, 8)).toBe('2 ranks × 4 threads');
    expect(label(2, 7)).toBe('2 ranks, 7 threads');
  });
});
