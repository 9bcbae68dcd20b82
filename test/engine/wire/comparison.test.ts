import { describe, expect, it } from 'vitest';
import type { ComparedValue, Comparison, Verdict } from '../../../src/experiments/compare/comparison.js';
import { shownComparison } from '../../../src/engine/wire/comparison.js';
import { type ChangeKind, largestFirst } from '../../../src/protocol/pages/compare.js';

function value(before: number, after: number, verdict: Verdict = 'single runs: no verdict'): ComparedValue {
  const runs = 1;
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
        own: value(2, 1.5),
      },
    ],
    problems: [],
  };
}

const shown = (kind: ChangeKind, search = '', rows = 100) =>
  shownComparison({ id: 'a', comparison: comparison() }, { ...largestFirst, kind, search, rows });

describe('what is shown of a comparison', () => {
  it('of call paths are those of time, with their callers and places; in the order of calls where it may be chance', () => {
    expect(shown('callPaths').rows).toEqual([
      {
        key: 'time 0',
        cell: { property: 'time', callPath: 0 },
        what: 'TIME in main',
        under: '',
        presence: 'gone',
        place: { file: '/src/heat.c', line: 10, group: 0 },
        before: 1,
        after: 3,
        absolute: 2,
        isShown: false,
        relative: 2,
      },
      expect.objectContaining({ what: 'WAIT in MPI_Recv', under: 'main', absolute: -0.5 }),
    ]);
  });

  it('has first what runs show, the largest change first, then by call path what may be chance', () => {
    const one = comparison();
    const cells = [
      { property: 'time', callPath: 1, ...value(9, 1) },
      { property: 'wait', callPath: 1, ...value(1, 0.5, 'faster') },
      { property: 'time', callPath: 0, ...value(1, 2, 'no difference shown') },
      { property: 'wait', callPath: 0, ...value(1, 4, 'slower') },
    ];
    const { rows } = shownComparison({ id: 'a', comparison: { ...one, cells } }, largestFirst);
    expect(rows.map(({ key, isShown }) => [key, isShown])).toEqual([
      ['wait 0', true],
      ['wait 1', true],
      ['time 0', false],
      ['time 1', false],
    ]);
  });

  it('of causes are the others, so that no second is counted twice in one list', () => {
    expect(shown('causes').rows.map(({ what }) => what)).toEqual(['DELAY in MPI_Recv']);
    expect(shown('properties').rows.map(({ what }) => what)).toEqual(['TIME', 'WAIT']);
  });

  it('of lines are at their positions after the change', () => {
    expect(shown('lines').rows).toMatchObject([
      { what: 'calls MPI_Recv', place: { line: 12, group: 1 }, before: 2, after: 1.5 },
    ]);
  });

  it('is what the search finds, and no more rows than are asked for', () => {
    for (const search of ['calls mpi_recv', 'HEAT.C:12 everywhere']) expect(shown('lines', search).matching).toBe(1);
    expect(shown('lines', 'heat.c:10')).toMatchObject({ rows: [], matching: 0 });
    expect(shown('callPaths', '', 1)).toMatchObject({ rows: [{ what: 'TIME in main' }], matching: 2 });
  });

  it('names the compared groups, as a whole and with missing ones', () => {
    const one = { ...comparison(), problems: [{ level: 'warning' as const, message: 'No sources.' }] };
    expect(shownComparison({ id: 'a', comparison: one }, { ...largestFirst, group: 5 })).toMatchObject({
      group: 1,
      groups: [{ label: 'old' }, { label: 'new' }],
      verdict: 'Single runs allow no verdict on old and new (2.00 s → 1.00 s, −50.0 %).',
      problems: ['No sources.'],
    });
  });

  it('excludes metrics that are no time', () => {
    const one = comparison();
    const counted = { ...one, properties: one.properties.map((row) => ({ ...row, unit: 'count' })) };
    for (const kind of ['callPaths', 'properties', 'causes'] as const)
      expect(shownComparison({ id: 'a', comparison: counted }, { ...largestFirst, kind }).rows).toEqual([]);
  });
});
