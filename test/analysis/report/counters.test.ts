import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { buildReport, CallPaths, flatProfile } from '../../../src/analysis/report/index.js';
import { countersOf } from '../../../src/analysis/report/counters.js';
import { countersOfRun } from '../../../src/analysis/trace/doubts/counters.js';
import { counterLines } from '../../../src/cli/text/counterLines.js';
import { flatLines } from '../../../src/cli/text/flatLines.js';
import { Terminal } from '../../../src/cli/terminal/terminal.js';
import { digestByFile } from '../../../src/engine/presentation/lineDigest.js';
import { lineHover } from '../../../src/engine/presentation/hover.js';
import { COUNTER_DESCRIPTION } from '../../../src/model/counters.js';
import { shippedProperties } from '../../../src/properties/index.js';
import type { Definitions } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';

const region = (name: string, beginLine: number) => ({
  ...{ name, canonicalName: name, description: '', file: '/p/a.c', beginLine, endLine: 0 },
  ...({ paradigm: 'compiler', role: 'function' } as const),
});
const definitions: Definitions = {
  clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
  span: 0,
  systemTree: [],
  locationGroups: [{ name: 'Process', type: 'process', systemTreeNode: 0, creator: 0 }],
  locations: [{ name: 'Master thread', type: 'cpu-thread', group: 0, id: '0', announcedEvents: 0 }],
  regions: [region('main', 1), region('work', 5)],
  communicators: [],
  sourceCodeLocations: [],
  properties: new Map(),
};
/** main calls work, which calls itself. */
const column = (value: number[]) => ({
  callPath: Uint32Array.from([0, 1, 2]),
  location: new Uint32Array(3),
  value: Float64Array.from(value),
});
const metric = (name: string, unit: string, description: string) => ({ name, title: name, unit, description });
const space: PerformanceSpace = {
  metrics: [
    metric('time', 'seconds', ''),
    metric('visits', 'count', ''),
    metric('page-faults', 'count', COUNTER_DESCRIPTION),
    metric('task-clock', 'seconds', COUNTER_DESCRIPTION),
    metric('PAPI_TOT_INS', 'count', 'of another tool'),
    metric('major-faults', 'count', COUNTER_DESCRIPTION),
  ],
  callTree: {
    size: 3,
    parent: Int32Array.from([-1, 0, 1]),
    region: Uint32Array.from([0, 1, 1]),
    site: new Uint32Array(3),
  },
  locationCount: 1,
  severities: new Map([
    ['time', column([1, 2, 1])],
    ['visits', column([1, 4, 4])],
    ['page-faults', column([10, 700, 300])],
    ['task-clock', column([0.5, 1, 0.5])],
    ['PAPI_TOT_INS', column([1, 1, 1])],
  ]),
};
const paths = new CallPaths(space.callTree, definitions);
const stream = new Writable({ write: (_, __, done) => done() });
const { style } = new Terminal(stream, stream, {});
const layout = { width: 100, folder: '/p', style };

describe('counters in a report', () => {
  it('are listed by function, inclusive and exclusive, recursion once', () => {
    const [faults, clock, instructions, ...more] = countersOf(space, paths);
    expect(more).toEqual([]);
    expect([faults?.name, clock?.name, instructions?.name]).toEqual(['page-faults', 'task-clock', 'PAPI_TOT_INS']);
    expect(faults).toMatchObject({ unit: 'count', total: 1010 });
    expect(faults?.functions).toEqual([
      { region: 'work', place: { file: '/p/a.c', line: 5 }, calls: 8, own: 1000, inclusive: 1000 },
      { region: 'main', place: { file: '/p/a.c', line: 1 }, calls: 1, own: 10, inclusive: 1010 },
    ]);
  });

  it('appear in the flat profile, in tables and in hovers', () => {
    const report = buildReport(space, definitions, {
      ...{ program: 'p', events: 0, span: 4, problems: [], doubts: [], isWhole: true },
      properties: shippedProperties,
    });
    const table = [...counterLines(report, layout)].join('\n');
    expect(table).toContain('page-faults: 1,010 in total');
    expect(table).toMatch(/99\.0 % +1,000 +1,000 +125 +work/);
    const flat = [...flatLines(flatProfile(space, paths), { ...report, totalTime: 4 }, layout)];
    expect(flat[0]).toMatch(/page-faults +task-clock +PAPI_TOT_INS +function$/);
    expect(flat[1]).toMatch(/1,000 +1\.50 s +2 +work/);
    const line = digestByFile(report)
      .get('/p/a.c')
      ?.find((digest) => digest.line === 5);
    if (line === undefined) throw new Error('nothing is told of line 5');
    const hover = lineHover([{ ...line, stale: false }], report, { name: 'r', created: '2026-01-01T00:00:00Z' });
    expect(hover?.toString()).toContain('1,000 exclusive, 1,000 inclusive (99.0 % of all), 125 a call');
  });
});

describe('the summary of counters', () => {
  const said = (properties: Record<string, string>) =>
    countersOfRun({
      properties: new Map(Object.entries(properties).map(([name, text]) => [`TRIMTAB::${name}`, text])),
    }).map(({ level, message }) => `${level}: ${message}`);

  it('names those that cannot be had, that took turns, and functions without', () => {
    const lines = said({
      COUNTERS_DENIED: 'cycles No such file or directory\nPAPI_BR_MSP Permission denied',
      COUNTERS_SHARED: 'instructions 33.4',
      REGIONS_WITHOUT_COUNTERS: '5',
      NAMES_WITHOUT_COUNTERS: 'a\nb\nc\nd\ne',
      COUNTER_READING_NANOSECONDS: '365.5',
    });
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^warning: cycles was not counted \(perf_event_open: No such file or directory\)\. .*task-clock/,
    );
    expect(lines[2]).toContain('instructions took turns with other counters: it was counted in 33.4 % of the time');
    expect(lines[3]).toBe(
      'information: Counters are not read at 5 functions (a, b, c, …): reading them, which takes 366 ns twice a call, would be more than 1 % of their mean duration. Their counts are included in those of their callers.',
    );
  });

  it('is empty if none exist, or the data make no sense', () => {
    expect(said({})).toEqual([]);
    expect(said({ REGIONS_WITHOUT_COUNTERS: 'many', COUNTERS_DENIED: '\n' })).toEqual([]);
  });
});
