import { describe, expect, it } from 'vitest';
import type { MeasuredRun } from '../../../src/experiments/compare/measuredRun.js';
import { type Call, compareRuns, runOf } from './runs.js';

const TREE: readonly Call[] = [{ region: 'main', line: 1, comp: 4, calls: [{ region: 'MPI_Recv', line: 5, wait: 6 }] }];

/** The same without values that only a search for waiting provides. */
function asProfile(run: MeasuredRun): MeasuredRun {
  const known = new Set(['time', 'comp', 'mpi', 'visits']);
  const { space } = run;
  return {
    ...run,
    space: {
      ...space,
      metrics: space.metrics.filter(({ name }) => known.has(name)),
      severities: new Map([...space.severities].filter(([name]) => known.has(name))),
    },
  };
}

const group = (label: string, run: MeasuredRun) => ({ label, runs: [run] });
const namesOf = ({ properties }: ReturnType<typeof compareRuns>) => properties.map(({ property }) => property).sort();

describe('a profile next to a trace', () => {
  const comparison = compareRuns([group('profile', asProfile(runOf(TREE))), group('trace', runOf(TREE))]);

  it('is compared by common data: no waiting is new', () => {
    expect(namesOf(comparison)).toEqual(['comp', 'mpi', 'time', 'visits']);
    for (const { property, changes } of comparison.properties)
      expect([property, changes.map(({ absolute }) => absolute)]).toEqual([property, [0]]);
  });

  it('reports so', () => {
    expect(comparison.problems[0]).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('Profiles have no wait states (profile)') as string,
    });
  });
});

describe('runs of one kind', () => {
  it('are compared by all their data', () => {
    const traces = compareRuns([group('a', runOf(TREE)), group('b', runOf(TREE))]);
    expect(namesOf(traces)).toContain('mpi_latesender');
    const profiles = compareRuns([group('a', asProfile(runOf(TREE))), group('b', asProfile(runOf(TREE)))]);
    expect(namesOf(profiles)).toEqual(['comp', 'mpi', 'time', 'visits']);
    for (const { problems } of [traces, profiles])
      expect(problems.map(({ message }) => message).join()).not.toContain('have no wait states');
  });
});
