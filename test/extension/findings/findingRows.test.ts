import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import {
  findingRows as rowsOf,
  type FindingsOrder,
  rowOfFinding,
} from '../../../src/extension/findings/findingRows.js';
import type { Row } from '../../../src/extension/views/row.js';
import { shownReport } from '../../../src/engine/wire/report.js';
import type { EntitySummary, FindingsReport } from '../../../src/model/findings/findings.js';
import { finding, report } from '../report.js';
import { shippedProperties } from '../../../src/properties/index.js';

const findingRows = (run: FindingsReport) => rowsOf(shownReport(run, shippedProperties));

const everyRow = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...everyRow(row.children)]);

const barrier = finding({ property: 'mpi_barrier_wait', title: 'Wait at Barrier', seconds: 0.2, severity: 0.02 });

const entity = (attributes: string | undefined, seconds: number): EntitySummary => ({
  name: 'face',
  ...(attributes === undefined ? {} : { attributes }),
  seconds,
  share: seconds / 10,
  visits: 2,
  properties: [{ property: 'mpi_latesender', title: 'Late Sender', severity: 0.05 }],
  places: [
    {
      callPath: [{ region: 'main' }, { region: 'process' }, { region: 'face' }],
      place: { file: '/far/cube.c', line: 12 },
      seconds,
    },
  ],
  locations: [{ location: 1, name: 'MPI Rank 1', seconds }],
});

describe('the row of memory', () => {
  const memory = {
    measured: 12,
    mean: 2000,
    processes: Array.from({ length: 10 }, (_, at) => ({
      rank: 3 + at,
      high: 8000 - 100 * at,
      time: 1,
      end: 0,
      taken: 1,
      blocks: 1,
    })),
    calls: [
      {
        callPath: [{ region: 'main' }, { region: 'gather', place: { file: '/far/grid.c', line: 12 } }],
        place: { file: '/far/grid.c', line: 12 },
        high: 6000,
        share: 0.25,
        most: 6000,
        rank: 3,
        end: 0,
        taken: 6000,
        blocks: 1,
      },
    ],
  };
  const rowOf = (run: FindingsReport): Row | undefined =>
    findingRows(run).find(({ id }) => id === 'property:memory_imbalance');

  it('follows the losses of time, with bytes and without a severity', () => {
    const rows = findingRows(report({ memory }));
    const row = rowOf(report({ memory }));
    expect(rows.findIndex(({ id }) => id === row?.id)).toBeGreaterThan(
      rows.findIndex(({ id }) => id === 'property:mpi_latesender'),
    );
    expect(row).toMatchObject({
      label: 'Memory Imbalance',
      description: '75.0 % of 8.0 kB per rank stay unused · rank 3',
      icon: { id: 'database' },
      property: 'memory_imbalance',
      page: 'memory_imbalance',
    });
    expect(row?.children[0]).toMatchObject({ label: 'main › gather', description: '6.0 kB on rank 3 · grid.c:12' });
    expect(row?.children.slice(1).map(({ label }) => label)).toEqual([
      ...Array.from({ length: 8 }, (_, at) => `rank ${3 + at}`),
      '4 more',
    ]);
  });

  it('is absent if memory is spread evenly, or was not measured', () => {
    expect(rowOf(report({ memory: { ...memory, mean: 7500 } }))).toBeUndefined();
    expect(rowOf(report())).toBeUndefined();
  });
});

describe('gains', () => {
  const gain = { scenario: { kind: 'balance', region: 'relax' }, runTime: 1.5, saved: 1, share: 0.4 } as const;
  const smaller = { ...gain, runTime: 2, saved: 0.5, share: 0.2 };
  const late = finding({ gain: smaller });
  const run = report({ findings: [late, finding({ severity: 0.05, gain }), { ...barrier, gain }, finding()] });
  const labels = (order?: FindingsOrder) =>
    rowsOf(shownReport(run, shippedProperties), order)
      .filter(({ id }) => id.startsWith('property:'))
      .map(({ label, description }) => [label, description]);

  it('are shown at the property and at each finding', () => {
    const [row] = rowsOf(shownReport(run, shippedProperties)).filter(({ id }) => id === 'property:mpi_latesender');
    expect(row?.description).toBe('3.00 s · saves 40.0 %');
    const rows = row?.children.map(({ children }) => children.find(({ id }) => id.endsWith('/gain')));
    expect(rows?.map((found) => [found?.label, found?.description])).toEqual([
      ['saves up to 500 ms (20.0 %)', 'relax balanced over ranks'],
      [undefined, undefined],
      ['saves up to 1.00 s (40.0 %)', 'relax balanced over ranks'],
    ]);
    expect(rows?.[0]?.tooltip).toBe('Predicted from the trace. relax balanced over ranks: 2.50 s → 2.00 s');
  });

  it('order properties and findings if chosen; the same gain keeps the order by time', () => {
    expect(labels().map(([label]) => label)).toEqual(['25.0 % Late Sender', '2.0 % Wait at Barrier']);
    expect(labels('gain')).toEqual([
      ['25.0 % Late Sender', 'saves up to 1.00 s (40.0 %)'],
      ['2.0 % Wait at Barrier', 'saves up to 1.00 s (40.0 %)'],
    ]);
    const [row] = rowsOf(shownReport(run, shippedProperties), 'gain').filter(
      ({ id }) => id === 'property:mpi_latesender',
    );
    expect(row?.children.map(({ label }) => label.split(' ')[0])).toEqual(['5.0', '10.0', '10.0']);
    const only = report({ findings: [finding(), { ...barrier, gain }] });
    const sorted = rowsOf(shownReport(only, shippedProperties), 'gain').filter(({ id }) => id.startsWith('property:'));
    expect(sorted.map(({ label }) => label)).toEqual(['2.0 % Wait at Barrier', '10.0 % Late Sender']);
  });
});

describe('rows of entities', () => {
  const rowOf = (entities: readonly EntitySummary[]): Row | undefined =>
    findingRows(report({ entities })).find(({ id }) => id === 'entities');

  it('are absent if the program names none', () => {
    expect(findingRows(report()).some(({ id }) => id === 'entities')).toBe(false);
  });

  it('lead from name to attributes to the line where the work is done', () => {
    const row = rowOf([entity('number=2', 3), entity('number=1', 1)]);
    expect(row).toMatchObject({ label: 'Entities', description: '40.0 % of the time · 1 name' });
    const [name] = row?.children ?? [];
    expect(name).toMatchObject({ label: 'face', description: '40.0 % · 4.00 s' });
    expect(name?.children.map(({ label, description }) => [label, description])).toEqual([
      ['number=2', '30.0 % · 3.00 s · 2 times · Late Sender 5.0 %'],
      ['number=1', '10.0 % · 1.00 s · 2 times · Late Sender 5.0 %'],
    ]);
    const [place] = name?.children[0]?.children ?? [];
    expect(place).toMatchObject({ label: 'main › process', description: '100.0 % of it · cube.c:12' });
    expect(place?.command?.id).toBe('trimtab.showFinding');
  });

  it('have no separate level if a name has no other attributes', () => {
    expect(rowOf([entity(undefined, 3)])?.children.map(({ label }) => label)).toEqual(['face']);
    expect(rowOf([entity('kind=a', 3)])?.children.map(({ label }) => label)).toEqual(['face (kind=a)']);
  });
});

describe('finding rows', () => {
  it('start with the run', () => {
    const [run] = findingRows(report());
    expect(run).toMatchObject({ label: 'heat2d', description: '4 ranks · 10.0 s in all' });
    expect(run?.tooltip).toContain('1,234 events');
    expect(run?.tooltip).toContain('2.50 s from start to end');
  });

  it('rank properties by the sum over their call paths', () => {
    const elsewhere = finding({
      callPath: [{ region: 'main' }, { region: 'MPI_Recv' }],
      severity: 0.012,
      seconds: 0.12,
    });
    const twice = finding({ property: 'mpi_latebroadcast', title: 'Late Broadcast', severity: 0.06 });
    const rows = findingRows(report({ findings: [finding({ severity: 0.1 }), twice, twice, elsewhere] }));
    const properties = rows.slice(1).map((row) => [row.label, row.children.length]);
    expect(properties).toEqual([
      ['12.0 % Late Broadcast', 2],
      ['11.2 % Late Sender', 2],
    ]);
  });

  it('lead from property to call path to line and ranks', () => {
    const property = elementAt(findingRows(report()), 1);
    expect(property).toMatchObject({ label: '10.0 % Late Sender', description: '1.00 s' });
    const [path] = property.children;
    expect(path).toMatchObject({ label: '10.0 % exchange_halo › MPI_Waitall', description: 'heat2d.c:87' });
    expect(path?.command?.arguments).toEqual([{ ...finding(), page: 'mpi_latesender' }]);
    expect(path?.children.map((row) => [row.label, row.description])).toEqual([
      ['heat2d.c:87', 'go to line'],
      ['MPI Rank 2', '750 ms'],
      ['MPI Rank 0', '250 ms'],
    ]);
  });

  it('distinguish each level by its shape, not only by color', () => {
    const severities = [0.2, 0.05, 0.02, 0.001];
    const icons = severities.map(
      (severity) => elementAt(findingRows(report({ findings: [finding({ severity })] })), 1).icon?.id,
    );
    expect(new Set(icons).size).toBe(severities.length);
  });

  it('have unique ids, also for call paths that look alike', () => {
    const rows = everyRow(findingRows(report({ findings: [finding(), finding(), barrier] })));
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('keep a long list of ranks short and its rest counted', () => {
    const locations = Array.from({ length: 1000 }, (_, location) => ({
      location,
      name: `Rank ${location}`,
      seconds: 0.001,
    }));
    const [path] = elementAt(findingRows(report({ findings: [finding({ locations })] })), 1).children;
    expect(path?.children.length).toBeLessThan(20);
    expect(path?.children.at(-1)).toMatchObject({ label: '984 more', description: '984 ms' });
  });

  it('list uncertainties of the run right below it, with the locations concerned', () => {
    const locations = [
      { location: 1, name: 'MPI Rank 1', state: 'cut' as const, from: 1.2, missing: 0.52, openRegions: 2 },
      { location: 3, name: 'MPI Rank 3', state: 'lost' as const, missing: 1, unmatchedSends: 1 },
    ];
    const sentence = '1 of 4 locations ends early (MPI Rank 1 at 1.20 s). Waits are not judged.';
    const kind = { kind: 'incomplete-trace', severity: 'warning', title: 'Incomplete trace' } as const;
    const doubt = { ...kind, sentence, advice: 'Measure again.', uncertainty: { locations, leftOut: 0 } };
    const [run, row] = findingRows(report({ doubts: [doubt] }));
    expect(run?.description).toMatch(/^Unreliable: Incomplete trace · 4 ranks/);
    expect(row).toMatchObject({ label: 'Incomplete trace', description: sentence, icon: { id: 'question' } });
    expect(row?.tooltip).toContain('Measure again.');
    expect(row?.children.map(({ label, description }) => [label, description])).toEqual([
      ['MPI Rank 1', 'ends early at 1.20 s · 52.0 % of the run missing'],
      ['MPI Rank 3', 'lost · 100.0 % of its events missing'],
    ]);
    expect(row?.children[0]?.tooltip).toContain('2 regions without exit');
    expect(row?.children[1]?.tooltip).toContain('1 send without receive');
    expect(findingRows(report()).some(({ id }) => id.startsWith('doubt'))).toBe(false);
  });

  it('report that nothing waits, and why the results are incomplete', () => {
    const problems = [{ level: 'warning' as const, message: 'traces/3.evt is missing.', where: 'location 3' }];
    const rows = findingRows(report({ findings: [], problems }));
    expect(rows.map((row) => [row.label, row.icon?.id])).toEqual([
      ['heat2d', 'graph'],
      ['No waiting time found', 'pass'],
      ['traces/3.evt is missing.', 'warning'],
    ]);
  });

  it('do not report a run without problems if the numbers are unreliable', () => {
    const title = '4 processes without MPI';
    const doubt = {
      kind: 'separate-programs',
      severity: 'error',
      title,
      sentence: 'Each ran alone.',
      advice: 'Build it with MPI.',
    } as const;
    const [run, row, nothing] = findingRows(report({ findings: [], doubts: [doubt] }));
    expect(run?.description).toMatch(/^Not as requested: 4 processes without MPI · /);
    expect([row?.icon?.id, nothing?.label, nothing?.icon?.id]).toEqual([
      'error',
      'No waiting time found in what was recorded',
      'question',
    ]);
  });

  it('mark inferred findings and have no link without a line', () => {
    const { place, ...nowhere } = finding({ confidence: 0.6 });
    expect(place).toBeDefined();
    const [path] = elementAt(findingRows(report({ findings: [nowhere] })), 1).children;
    expect(path?.tooltip).toContain('confidence 60.0 %');
    expect(path).toMatchObject({ label: '10.0 % exchange_halo › MPI_Waitall' });
    expect(path?.description).toBeUndefined();
    expect(path?.children.map((row) => row.label)).toEqual(['MPI Rank 2', 'MPI Rank 0']);
  });

  it('are found again by their finding, as a message from the engine repeats it', () => {
    const rows = findingRows(report({ findings: [finding(), barrier] }));
    const again = structuredClone(barrier);
    expect(rowOfFinding(rows, again)?.finding).toMatchObject(barrier);
    expect(rowOfFinding(rows, finding({ property: 'other' }))).toBeUndefined();
  });
});
