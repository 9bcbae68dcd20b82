import { describe, expect, it } from 'vitest';
import type { ComparedValue, Comparison } from '../../src/experiments/compare/comparison.js';
import { rowsOf, searchText } from '../../src/webviews/compare/view.js';

function value(before: number, after: number): ComparedValue {
  const runs = 1;
  const verdict = 'single runs: no verdict';
  const absolute = after - before;
  return {
    groups: [
      { mean: before, runs },
      { mean: after, runs },
    ],
    changes: [{ absolute, verdict, ...(before === 0 ? {} : { relative: absolute / before }) }],
  };
}

function comparison(): Comparison {
  const place = { file: '/src/heat.c', line: 10 };
  const row = { parent: -1, region: 'main', places: [place, null], present: [true, false], presence: 'gone' } as const;
  const property = (name: string, parent?: string) => ({
    property: name,
    title: name.toUpperCase(),
    unit: 'seconds' as const,
    ...(parent === undefined ? {} : { parent }),
    ...value(4, 3),
  });
  return {
    format: 'trimtab-comparison',
    version: 1,
    groups: [
      { label: 'old', runs: [] },
      { label: 'new', runs: [] },
    ],
    runTime: value(2, 1),
    totalTime: value(8, 4),
    properties: [property('time'), property('wait', 'time'), property('delay')],
    callPaths: [
      { ...row, index: 0, inclusive: value(4, 0) },
      { ...row, index: 1, parent: 0, region: 'MPI_Recv', inclusive: value(4, 0) },
    ],
    cells: [
      { property: 'wait', callPath: 1, ...value(1, 0.5) },
      { property: 'time', callPath: 0, ...value(1, 3) },
      { property: 'delay', callPath: 1, ...value(9, 0) },
    ],
    lines: [
      {
        places: [place, { file: '/src/heat.c', line: 12 }],
        calls: ['MPI_Recv'],
        begins: [],
        presence: 'everywhere',
        ...value(4, 3),
      },
    ],
    problems: [],
  };
}

describe('the rows of a comparison', () => {
  it('of call paths are those of time, largest change first, with their callers and places', () => {
    expect(rowsOf(comparison(), 'callPaths', 1)).toMatchObject([
      { what: 'TIME in main', under: '', presence: 'gone', place: { line: 10, group: 0 } },
      { what: 'WAIT in MPI_Recv', under: 'main' },
    ]);
  });

  it('of causes are the others, so that no second is counted twice in one list', () => {
    expect(rowsOf(comparison(), 'causes', 1).map(({ what }) => what)).toEqual(['DELAY in MPI_Recv']);
    expect(rowsOf(comparison(), 'properties', 1).map(({ what }) => what)).toEqual(['TIME', 'WAIT']);
  });

  it('of lines stand where they are after the change', () => {
    const rows = rowsOf(comparison(), 'lines', 1);
    expect(rows).toMatchObject([{ what: 'calls MPI_Recv', place: { line: 12, group: 1 } }]);
    expect(rows.map(searchText)).toEqual(['calls mpi_recv  everywhere heat.c:12']);
  });
});
