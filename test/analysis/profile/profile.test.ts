import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { analyzeTrace, type RunCosts, total } from '../../../src/analysis/trace/index.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import { encodeCube, readCube, toSpace } from '../../../src/formats/cube/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { Definitions, Region } from '../../../src/model/definitions.js';
import type { Finding } from '../../../src/model/findings/findings.js';
import type { MetricDefinition, PerformanceSpace } from '../../../src/model/performanceSpace.js';
import type { Profile } from '../../../src/model/profile.js';

const region = (name: string, line: number, rest: Partial<Region> = {}): Region => ({
  name,
  canonicalName: name,
  description: '',
  file: line === 0 ? 'MPI' : '/src/app.c',
  beginLine: line,
  endLine: line,
  paradigm: 'compiler',
  role: 'function',
  ...rest,
});

const definitions: Definitions = {
  clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
  span: 0,
  systemTree: [],
  locationGroups: ['Rank 0', 'Rank 1'].map((name) => ({ name, type: 'process', systemTreeNode: 0, creator: 0 })),
  locations: [0, 1].map((group) => ({
    name: 'Master thread',
    type: 'cpu-thread',
    group,
    id: `${group}`,
    announcedEvents: 0,
  })),
  regions: [
    region('main', 10),
    region('work', 20),
    region('MPI_Recv', 0, { paradigm: 'mpi', role: 'point2point' }),
    region('!$omp implicit barrier', 25, { paradigm: 'openmp', role: 'implicit-barrier' }),
  ],
  communicators: [],
  sourceCodeLocations: [],
  properties: new Map(),
};

const metric = (name: string, unit = 'seconds', parent?: string): MetricDefinition => ({
  name,
  title: name,
  unit,
  description: '',
  ...(parent === undefined ? {} : { parent }),
});

/** main calls work and MPI_Recv, work the barrier; values by metric are [call path, location, value]. */
function profile(
  metrics: readonly MetricDefinition[],
  values: Readonly<Record<string, readonly (readonly [number, number, number])[]>>,
  rest: Partial<Profile> = {},
): Profile {
  const space: PerformanceSpace = {
    metrics,
    callTree: {
      size: 4,
      parent: Int32Array.of(-1, 0, 0, 1),
      region: Uint32Array.of(0, 1, 2, 3),
      site: new Uint32Array(4),
    },
    locationCount: 2,
    severities: new Map(
      Object.entries(values).map(([name, entries]) => [
        name,
        {
          callPath: Uint32Array.from(entries, ([path]) => path),
          location: Uint32Array.from(entries, ([, location]) => location),
          value: Float64Array.from(entries, ([, , value]) => value),
        },
      ]),
    ),
  };
  return { space, definitions, problems: [], lost: [], ...rest };
}

/** 10 s on the first location, 9 s on the second. */
const TIMES = [
  [0, 0, 1],
  [1, 0, 6],
  [1, 1, 5],
  [2, 0, 2],
  [2, 1, 4],
  [3, 0, 1],
] as const;

describe('a profile that knows only the time', () => {
  const { space, report } = analyzeProfile(
    profile([metric('visits', 'count'), metric('time')], { time: TIMES }),
    'app',
  );

  it('has its time divided by what regions belong to, and no number is lost or made', () => {
    expect(report).toMatchObject({ measurement: 'profile', totalTime: 19, span: 10, events: 0, processes: 2 });
    expect(['comp', 'mpi', 'mpi_point2point', 'omp_time', 'omp_ibarrier'].map((name) => total(space, name))).toEqual([
      12, 6, 6, 1, 1,
    ]);
    expect(total(space, 'comp') + total(space, 'mpi') + total(space, 'omp_time')).toBe(total(space, 'time'));
    expect(report.metrics.find(({ name }) => name === 'mpi')).toMatchObject({ parent: 'execution', share: 6 / 19 });
  });

  it('has times in MPI and OpenMP as findings, not as waiting, with what each location has', () => {
    expect(report.findings.map(({ property, title, seconds, kind }) => ({ property, title, seconds, kind }))).toEqual([
      { property: 'mpi_cost', title: 'Time in MPI', seconds: 6, kind: 'cost' },
      { property: 'omp_cost', title: 'Time in OpenMP', seconds: 1, kind: 'cost' },
      { property: 'imbalance_above', title: 'Load Imbalance', seconds: 0.5, kind: 'cost' },
      { property: 'imbalance_above', title: 'Load Imbalance', seconds: 0.5, kind: 'cost' },
    ]);
    const [recv] = report.findings;
    expect(recv?.place).toEqual({ file: '/src/app.c', line: 10 });
    expect(recv?.locations.map(({ name, seconds }) => [name, seconds])).toEqual([
      ['Rank 1', 4],
      ['Rank 0', 2],
    ]);
    expect(recv?.explanation).toMatch(/work and waiting together/);
  });

  it('has no instances and no causes, and reports that wait states are not available', () => {
    expect(report).not.toHaveProperty('statistics');
    for (const finding of report.findings)
      for (const evidence of ['worst', 'causes', 'rootCauses']) expect(finding).not.toHaveProperty(evidence);
    expect(report.doubts?.map(({ kind }) => kind)).toEqual(['sums-only']);
    expect(report.doubts?.[0]?.sentence).toContain('7.00 s in MPI and OpenMP');
  });

  it('has inclusive and exclusive times of functions and lines', () => {
    expect(report.functions.find((one) => one.region === 'work')).toMatchObject({ inclusive: 12, exclusive: 11 });
    expect(report.functions.find((one) => one.region === 'main')).toMatchObject({ inclusive: 19, exclusive: 1 });
    // The barrier and MPI_Recv have no call site: they count at the function that is around them.
    expect(report.lines.find(({ place }) => place.line === 20)).toMatchObject({ seconds: 12, exclusive: 11 });
    expect(report.lines.find(({ place }) => place.line === 10)).toMatchObject({ seconds: 19, exclusive: 7 });
  });

  it('can be stored', () => expect(checkReport(report, 'the report')).toEqual(report));
});

describe('metrics of a profile', () => {
  it('are the known ones by unique name and unit only', () => {
    const metrics = [metric('time'), metric('mpi_latesender', 'count', 'time'), metric('energy', 'J')];
    const { report } = analyzeProfile(
      profile(metrics, { time: TIMES, mpi_latesender: [[2, 0, 5]], energy: [[1, 1, 350.5]] }),
      'app',
    );
    expect(report.findings).toEqual([]);
    expect(report.metrics.map(({ name, unit, value }) => [name, unit, value])).toEqual([
      ['time', 'seconds', 19],
      ['mpi_latesender [count]', 'count', 5],
      ['energy', 'J', 350.5],
    ]);
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('mpi_latesender is in count'),
    ]);
  });

  it('take "TIME" for the time, and no other', () => {
    const { report } = analyzeProfile(profile([metric('TIME')], { TIME: TIMES }), 'app');
    expect([report.totalTime, report.findings.length]).toEqual([19, 4]);
    const other = analyzeProfile(profile([metric('cpu_time')], { cpu_time: TIMES }), 'app').report;
    expect(other).toMatchObject({
      totalTime: 0,
      main: { name: 'cpu_time', unit: 'seconds', total: 19 },
      doubts: [{ kind: 'incomplete-profile', title: 'no time in the profile, ranked by cpu_time' }],
    });
    expect(other.metrics).toMatchObject([{ name: 'cpu_time', value: 19 }]);
  });

  it('that are divided already stay so', () => {
    const metrics = [metric('time'), metric('mpi', 'seconds', 'time')];
    const { space, report } = analyzeProfile(profile(metrics, { time: TIMES, mpi: [[2, 1, 4]] }), 'app');
    expect(space.metrics).toEqual(metrics);
    expect(report.findings.map(({ seconds }) => seconds)).toEqual([4]);
  });
});

describe('warnings about a profile', () => {
  const kinds = (given: Profile) =>
    analyzeProfile(given, 'app').report.doubts?.map(({ kind, severity }) => [kind, severity]);

  it('report metrics that could not be read', () => {
    const lost = { lost: ['bytes_sent'] };
    expect(kinds(profile([metric('time'), metric('bytes_sent', 'bytes')], { time: TIMES }, lost))).toContainEqual([
      'incomplete-profile',
      'warning',
    ]);
  });

  it('report times that contradict each other', () => {
    const more = { time: TIMES, mpi: [[2, 0, 20]] as const };
    expect(kinds(profile([metric('time'), metric('mpi', 'seconds', 'time')], more))).toContainEqual([
      'inconsistent-profile',
      'error',
    ]);
    const difference = [...TIMES, [0, 1, -3] as const];
    expect(kinds(profile([metric('time')], { time: difference }))).toContainEqual(['inconsistent-profile', 'error']);
    const negative = TIMES.map(([node, location, seconds]) => [node, location, -seconds] as const);
    expect(kinds(profile([metric('time')], { time: negative }))).toContainEqual(['inconsistent-profile', 'error']);
    const counts = { time: TIMES, samples: [[2, 0, -4]] as const };
    expect(kinds(profile([metric('time'), metric('samples', 'count')], counts))).toContainEqual([
      'inconsistent-profile',
      'error',
    ]);
  });

  it('report a run that lasts longer than any job, as with a damaged clock', () => {
    const days = (count: number) => ({ time: [[0, 0, count * 86_400]] as const });
    expect(kinds(profile([metric('time')], days(14)))).not.toContainEqual(['implausible-times', 'warning']);
    const { report } = analyzeProfile(profile([metric('time')], days(52)), 'app');
    expect(report.doubts?.find(({ kind }) => kind === 'implausible-times')?.sentence).toBe(
      'The run time is 52 days: unless the program ran that long, the clock or a time stamp in the file is damaged, and all times and shares are wrong.',
    );
  });
});

describe('the results of a trace, written as CUBE and opened again', () => {
  const trace = openArchive('examples/heat2d-mpi/recorded/traces.otf2');
  const analyzed = analyzeTrace(trace, { program: 'heat2d' });
  const bytes = Buffer.concat([...encodeCube(analyzed.space, trace.definitions, { creator: 'test' })]);
  const { report } = analyzeProfile(toSpace(readCube(bytes, 'summary.cubex')), 'heat2d');

  it('give the same findings, except those that need events', () => {
    expect(report.findings.length).toBeGreaterThan(3);
    const sums = (finding: Finding) =>
      Object.fromEntries(
        Object.entries(finding).filter(([key]) => !/^(worst|causes|rootCauses|explanation|advice)$/.test(key)),
      );
    expect(report.findings.map(sums)).toEqual(analyzed.report.findings.map(sums));
    // With events, the advice begins with the work to balance.
    for (const [i, { advice }] of report.findings.entries())
      expect(analyzed.report.findings[i]?.advice.endsWith(advice)).toBe(true);
    for (const finding of report.findings)
      for (const evidence of ['worst', 'causes', 'rootCauses']) expect(finding).not.toHaveProperty(evidence);
  });

  it('give the same lines, functions and metrics, and no warning about waiting', () => {
    expect(report.lines).toEqual(analyzed.report.lines);
    expect(report.functions).toEqual(analyzed.report.functions);
    expect(report.profile).toEqual(analyzed.report.profile);
    expect(report.metrics).toEqual(analyzed.report.metrics);
    expect(report.doubts).toEqual([]);
  });
});

describe('a profile without measurement overhead', () => {
  const cost = (pair: number, within: number) => ({ pair, within });
  const free = cost(0, 0);
  const costs: RunCosts = {
    isGiven: false,
    byProcess: [0, 1].map(() => [free, cost(1e-3, 0.25e-3), cost(4e-3, 1e-3), cost(2e-3, 0.5e-3), free] as const),
  };
  const sums = profile([metric('time'), metric('visits', 'count')], {
    time: [
      [0, 0, 10],
      [1, 0, 5],
      [2, 0, 1],
      [3, 0, 0.0001],
    ],
    visits: [
      [0, 0, 1],
      [1, 0, 1000],
      [2, 0, 10],
      [3, 0, 2],
    ],
  });
  const { report } = analyzeProfile(sums, 'app', undefined, costs);
  const measured = analyzeProfile(sums, 'app').report;
  const timeOf = (name: string): number | undefined => report.profile?.find((row) => row.region === name)?.exclusive;

  it('subtracts from each call its inner overhead, and from its caller the outer overhead of its callees', () => {
    // main: its own call, 1,000 of work and 10 of MPI_Recv.
    expect(timeOf('main')).toBeCloseTo(10 - 0.25e-3 - 1000 * 0.75e-3 - 10 * 3e-3, 12);
    expect(timeOf('work')).toBeCloseTo(5 - 1000 * 0.25e-3 - 2 * 1.5e-3, 12);
    expect(timeOf('MPI_Recv')).toBeCloseTo(1 - 10 * 1e-3, 12);
  });

  it('is inclusively the measured time less T_null and T_ovhd for each call below', () => {
    const inclusive = report.functions.find((row) => row.region === 'work')?.inclusive ?? Number.NaN;
    // Only 0.0001 s of the barrier remain to be subtracted.
    expect(inclusive).toBeCloseTo(5.0001 - 1000 * 0.25e-3 - 2 * 2e-3 + (2 * 0.5e-3 - 0.0001), 12);
  });

  it('counts values that would be negative, and reports the measured ones', () => {
    expect(report.problems.map(({ message }) => message).join('\n')).toMatch(
      /was subtracted from all times.*\nThe overhead of recording exceeds 1 value /,
    );
    expect(report.compensation?.time).toEqual({ measured: measured.totalTime, compensated: report.totalTime });
    expect(report.compensation?.overhead).toBeCloseTo(measured.totalTime - report.totalTime, 9);
    expect(checkReport(JSON.parse(JSON.stringify(report)), 'findings.json').compensation).toEqual(report.compensation);
  });

  it('is as measured if calls are not counted, which is reported', () => {
    const uncounted = profile([metric('time')], { time: [[0, 0, 10]] });
    const { report: found } = analyzeProfile(uncounted, 'app', undefined, costs);
    expect(found.compensation).toBeUndefined();
    expect(found.totalTime).toBe(10);
    expect(found.problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/is not subtracted/));
  });
});
