import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import type { Definitions, Region } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import type { CallExtremes } from '../../../src/model/profile.js';

const region = (name: string, beginLine: number, paradigm: Region['paradigm'] = 'compiler'): Region => ({
  name,
  canonicalName: name,
  description: '',
  file: paradigm === 'mpi' ? 'MPI' : '/src/app.c',
  beginLine: paradigm === 'mpi' ? 0 : beginLine,
  endLine: beginLine,
  paradigm,
  role: 'function',
});

/** So many processes of so many threads. */
function definitionsOf(processes: number, threads: number, properties = new Map<string, string>()): Definitions {
  return {
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: [],
    locationGroups: Array.from({ length: processes }, (_, rank) => ({
      name: `Rank ${rank}`,
      type: 'process',
      systemTreeNode: 0,
      creator: 0,
    })),
    locations: Array.from({ length: processes * threads }, (_, index) => ({
      name: index % threads === 0 ? 'Master thread' : `OMP thread ${index % threads}`,
      type: 'cpu-thread',
      group: Math.floor(index / threads),
      id: String(index),
      announcedEvents: 0,
    })),
    regions: [region('main', 10), region('work', 20), region('MPI_Barrier', 0, 'mpi')],
    communicators: [],
    sourceCodeLocations: [{ file: '/src/app.c', line: 12 }],
    properties,
  };
}

/** main calls work at line 12, which calls itself, and MPI_Barrier; a row of seconds by location for each. */
function analyzed(
  rows: readonly (readonly number[])[],
  definitions: Definitions,
  { extremes, waiting = false }: { readonly extremes?: CallExtremes; readonly waiting?: boolean } = {},
) {
  const entries = rows.flatMap((row, node) =>
    row.flatMap((seconds, location) => (seconds === 0 ? [] : [{ node, location, seconds }])),
  );
  const column = {
    callPath: Uint32Array.from(entries, ({ node }) => node),
    location: Uint32Array.from(entries, ({ location }) => location),
    value: Float64Array.from(entries, ({ seconds }) => seconds),
  };
  const metric = (name: string, unit: string) => ({ name, title: name, unit, description: '' });
  const space: PerformanceSpace = {
    metrics: [
      metric('visits', 'count'),
      metric('time', 'seconds'),
      ...(waiting ? [{ ...metric('mpi_latesender', 'seconds'), parent: 'time' }] : []),
    ],
    callTree: {
      size: 4,
      parent: Int32Array.of(-1, 0, 1, 0),
      region: Uint32Array.of(0, 1, 1, 2),
      site: Uint32Array.of(0, 1, 0, 0),
    },
    locationCount: definitions.locations.length,
    severities: new Map([
      ['time', column],
      ['visits', { ...column, value: column.value.map(() => 2) }],
    ]),
  };
  return analyzeProfile(
    { space, definitions, problems: [], lost: [], ...(extremes === undefined ? {} : { extremes }) },
    'app',
  ).report;
}

const imbalancesOf = (report: ReturnType<typeof analyzed>) =>
  report.findings.filter(({ property }) => property === 'imbalance_above');

describe('computation that is unevenly spread over processes', () => {
  const report = analyzed([[], [2, 4, 9, 5], [], [7, 5, 0, 4]], definitionsOf(4, 1));

  it('is a finding at the line of the call: what is beyond the mean, by location', () => {
    const [found, ...others] = imbalancesOf(report);
    expect(others).toEqual([]);
    // The mean is 5 s.
    expect(found).toMatchObject({
      title: 'Load Imbalance',
      kind: 'cost',
      seconds: 4,
      severity: 4 / 36,
      place: { file: '/src/app.c', line: 12 },
    });
    expect(found?.locations.map(({ name, seconds }) => [name, seconds])).toEqual([['Rank 2', 4]]);
    expect(found?.explanation).toContain('Rank 2 takes 9.00 s here, 5.00 s is the mean');
    expect(found?.explanation).not.toMatch(/wait/i);
  });

  it('lies in the time of the call path, so that findings may be added', () => {
    const sum = report.findings.reduce((all, { seconds }) => all + seconds, 0);
    expect(sum).toBeLessThanOrEqual(report.totalTime);
    // Also if each process does separate work.
    const divided = analyzed([[8, 0], [0, 8], [], []], definitionsOf(2, 1));
    expect(imbalancesOf(divided).map(({ seconds }) => seconds)).toEqual([4, 4]);
  });

  it('is none where it is even, and none where waiting was searched for', () => {
    expect(imbalancesOf(analyzed([[], [5, 5, 5, 5], [], [1, 1, 1, 1]], definitionsOf(4, 1)))).toEqual([]);
    expect(imbalancesOf(analyzed([[], [2, 9], [], [7, 0]], definitionsOf(2, 1), { waiting: true }))).toEqual([]);
  });
});

describe('computation of threads', () => {
  it('is compared among first threads where no other is, else among all', () => {
    // Two processes of two threads: what the first threads do alone is even, what all do is not.
    const report = analyzed([[4, 0, 4, 0], [6, 2, 6, 2], [], []], definitionsOf(2, 2));
    expect(imbalancesOf(report).map(({ callPath, seconds }) => [callPath.at(-1)?.region, seconds])).toEqual([
      ['work', 4],
    ]);
  });
});

describe('the flat profile of a profile', () => {
  it('has all regions, recursion counted once, with the shortest and longest call where they are known', () => {
    const extremes = { shortest: new Map([[1, 0.25]]), longest: new Map([[1, 6]]) };
    const { flat } = analyzed(
      [
        [1, 1],
        [3, 3],
        [2, 1],
        [1, 2],
      ],
      definitionsOf(2, 1),
      { extremes },
    );
    expect(flat?.map(({ region: name, calls, exclusive, inclusive }) => [name, calls, exclusive, inclusive])).toEqual([
      ['work', 8, 9, 9],
      ['MPI_Barrier', 4, 3, 3],
      ['main', 4, 2, 14],
    ]);
    expect(flat?.[0]).toMatchObject({ shortest: 0.25, longest: 6, place: { line: 20 } });
    expect(flat?.[1]).not.toHaveProperty('shortest');
  });
});

describe('warnings of our own measurement about a profile', () => {
  const own = (facts: Record<string, string>) =>
    analyzed(
      [[1, 1], [3, 3], [], [1, 2]],
      definitionsOf(2, 1, new Map(Object.entries({ creator: 'Trimtab', ...facts }))),
    );

  it('is a warning or a remark, as of traces; processes are not taken for separate programs', () => {
    expect(own({ 'TRIMTAB::MPI_INITIALISED': 'true' }).doubts?.map(({ kind }) => kind)).toEqual(['sums-only']);
    const advice = (facts: Record<string, string>): string | undefined => own(facts).doubts?.[0]?.advice;
    expect(advice({})).toContain('trimtab run --trace-what-matters');
    expect(advice({ 'TRIMTAB::PRELOADED': 'true' })).toContain('trimtab exec --trace');
    const lost = own({ 'TRIMTAB::RECORDS_LOST': '12', 'TRIMTAB::OVERHEAD_SECONDS': '5' });
    expect(lost.doubts?.map(({ kind }) => kind)).toEqual(['records-lost', 'overhead', 'sums-only']);
    const left = own({ 'TRIMTAB::FUNCTIONS_LEFT_OUT': '1', 'TRIMTAB::NAMES_LEFT_OUT': '700 tiny' });
    expect(left.problems.map(({ message }) => message).join()).toContain('1 function (tiny) was excluded');
  });

  it('leads to the trace of what matters', () => {
    expect(own({}).doubts?.at(-1)?.advice).toContain('trimtab run --trace-what-matters');
  });
});
