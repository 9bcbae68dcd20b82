import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { foundCell } from '../../../src/engine/wire/comparedCell.js';
import { compareExperiments, type TracedComparison } from '../../../src/experiments/index.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { traceExperiments } from '../../../src/experiments/compare/compare.js';
import { addMeasured } from '../../experiments/measured.js';
import type { Call } from '../../experiments/compare/runs.js';
import { temporaryFolder } from '../../experiments/support.js';

const receive: Call = { region: 'MPI_Recv', line: 2, comp: 1, wait: 4 };
const send: Call = { region: 'MPI_Send', line: 3, wait: 1 };

/** Two runs: one receives, the other sends first. */
function compared(): { traced: TracedComparison; ids: string[]; callPath: (region: string) => number } {
  const store = new ExperimentStore(temporaryFolder());
  const ids = [[receive], [send, receive]].map((calls, index) =>
    addMeasured(store, new Date(2026, 0, 1 + index), [{ region: 'main', line: 0, comp: 1, calls }]),
  );
  const groups = ids.map((id) => ({ experiments: [store.get(id)] }));
  const traced = traceExperiments(groups);
  expect(traced.comparison).toEqual(compareExperiments(groups));
  const callPath = (region: string): number =>
    traced.comparison.callPaths.find((path) => path.region === region)?.index ?? -1;
  return { traced, ids, callPath };
}

describe('a row of a comparison', () => {
  it('leads to the call path of each run, under the number that this has there', () => {
    const { traced, ids, callPath } = compared();
    const find = (run: number, region: string) =>
      foundCell(traced, {
        experiment: elementAt(ids, run),
        comparison: 'c',
        property: 'mpi',
        callPath: callPath(region),
      });
    const less = ['mpi_latesender'];
    expect(find(0, 'MPI_Recv')).toEqual({ is: 'found', metric: 'mpi', less, node: 1, inclusive: false });
    expect(find(1, 'MPI_Recv')).toEqual({ is: 'found', metric: 'mpi', less, node: 2, inclusive: false });
    expect(find(1, 'MPI_Send')).toEqual({ is: 'found', metric: 'mpi', less, node: 1, inclusive: false });
    expect(find(0, 'MPI_Send')).toEqual({ is: 'missing' });
  });

  it('of a property contains what more specific ones explain', () => {
    const { traced, ids } = compared();
    expect(
      foundCell(traced, { experiment: elementAt(ids, 0), comparison: 'c', property: 'mpi', callPath: null }),
    ).toEqual({
      is: 'found',
      metric: 'mpi',
      less: [],
      node: null,
      inclusive: true,
    });
  });

  it('is refused where the comparison has none', () => {
    const { traced, ids } = compared();
    const cell = { experiment: elementAt(ids, 0), comparison: 'c', property: 'mpi', callPath: 0 };
    expect(() => foundCell(traced, { ...cell, experiment: 'other' })).toThrow('Experiment other was not compared.');
    expect(() => foundCell(traced, { ...cell, property: 'other' })).toThrow('No property other was compared.');
    expect(() => foundCell(traced, { ...cell, callPath: 9 })).toThrow('There is no call path 9 in this comparison.');
  });
});
