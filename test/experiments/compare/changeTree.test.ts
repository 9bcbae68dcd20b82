import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { changeTree } from '../../../src/experiments/compare/changeTree.js';
import { traceRuns } from '../../../src/experiments/compare/compare.js';
import { type Call, runOf } from './runs.js';

const program = (wait: number, comp = 1): Call[] => [
  {
    ...{ region: 'main', line: 0, comp },
    calls: [
      { region: 'exchange', line: 2, calls: [{ region: 'MPI_Recv', line: 5, wait }] },
      { region: 'setup', line: 3, comp: 2 },
    ],
  },
];
const groupsOf = (...groups: readonly (readonly Call[][])[]) =>
  traceRuns(groups.map((runs, index) => ({ label: `group ${index}`, runs: runs.map((roots) => runOf(roots)) })));

describe('the changes of a property along the call tree', () => {
  const traced = groupsOf([program(4), program(4.2)], [program(8), program(8.4)], [program(2), program(2.2)]);
  const names = (rows: readonly number[]) => rows.map((path) => elementAt(traced.comparison.callPaths, path).region);

  it('are those of the total time, with what is called and without', () => {
    const { callPath, parent, inclusive, exclusive } = changeTree(traced, 'time', 2);
    expect(names(callPath)).toEqual(['main', 'exchange', 'setup', 'MPI_Recv']);
    expect(parent).toEqual([-1, 0, 0, 1]);
    const close = (values: readonly number[]) => values.map((value) => Number(value.toFixed(9)));
    expect(close(inclusive.before)).toEqual([7.1, 4.1, 2, 4.1]);
    expect(close(inclusive.after)).toEqual([5.1, 2.1, 2, 2.1]);
    expect(close(exclusive.before)).toEqual([1, 0, 2, 4.1]);
    const { totalTime } = traced.comparison;
    expect(elementAt(inclusive.before, 0)).toBeCloseTo(elementAt(totalTime.groups, 0).mean, 9);
    expect(elementAt(inclusive.low, 0)).toBeCloseTo(elementAt(totalTime.changes, 1).interval?.low ?? 0, 9);
    expect(elementAt(inclusive.high, 0)).toBeCloseTo(elementAt(totalTime.changes, 1).interval?.high ?? 0, 9);
  });

  it('are of the call paths that have the property, with more specific ones', () => {
    const { callPath, exclusive } = changeTree(traced, 'mpi', 1);
    expect(names(callPath)).toEqual(['main', 'exchange', 'MPI_Recv']);
    expect(elementAt(exclusive.before, 2)).toBeCloseTo(4.1, 9);
    expect(elementAt(exclusive.after, 2)).toBeCloseTo(8.2, 9);
  });

  it('have no intervals without repeats', () => {
    const { inclusive } = changeTree(groupsOf([program(4)], [program(2)]), 'time', 1);
    expect([inclusive.low, inclusive.high]).toEqual([[], []]);
  });
});
