/** The inputs of efficiencies, of spaces and traces whose times are known in closed form. */
import { describe, expect, it } from 'vitest';
import { efficiencyTimes, efficiencyTimesOf } from '../../../src/analysis/efficiency/index.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { additive, type EfficiencyTimes, multiplicative } from '../../../src/model/findings/efficiency.js';
import { type Definitions, definitionsOfSpace, type Region } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const region = (name: string, more: Partial<Region> = {}): Region => ({
  ...{ name, canonicalName: name, description: '', file: '/src/app.c', beginLine: 10, endLine: 20 },
  ...{ paradigm: 'compiler', role: 'function' },
  ...more,
});

const REGIONS = [
  region('main'),
  region('parallel', { paradigm: 'openmp', role: 'parallel', beginLine: 12 }),
  region('implicit', { paradigm: 'openmp', role: 'implicit-barrier', beginLine: 18 }),
  region('MPI_Allreduce', { paradigm: 'mpi', file: 'MPI', beginLine: 0 }),
];
const MAIN = 0;
const PARALLEL = 1;
const BARRIER = 2;
const MPI = 3;

function definitionsOf(processes: number, threads: number): Definitions {
  return definitionsOfSpace({
    systemTree: [],
    locationGroups: Array.from({ length: processes }, (_, rank) => ({
      ...{ name: `Rank ${rank}`, type: 'process' as const, systemTreeNode: 0, creator: 0 },
    })),
    locations: Array.from({ length: processes * threads }, (_, index) => ({
      ...{ name: `thread ${index}`, type: 'cpu-thread' as const, group: Math.floor(index / threads) },
      ...{ id: String(index), announcedEvents: 0 },
    })),
    regions: REGIONS,
    sourceCodeLocations: [],
  });
}

/** main with a parallel region, that with its barrier, and MPI; seconds of each by location. */
function spaceOf(rows: readonly (readonly number[])[], locationCount: number): PerformanceSpace {
  const entries = rows.flatMap((row, node) => row.map((value, location) => ({ node, location, value })));
  return {
    metrics: [{ name: 'time', title: 'Time', unit: 'seconds', description: '' }],
    callTree: {
      ...{ size: 4, parent: Int32Array.of(-1, 0, 1, 0) },
      ...{ region: Uint32Array.of(MAIN, PARALLEL, BARRIER, MPI), site: new Uint32Array(4) },
    },
    locationCount,
    severities: new Map([
      [
        'time',
        {
          callPath: Uint32Array.from(entries, ({ node }) => node),
          location: Uint32Array.from(entries, ({ location }) => location),
          value: Float64Array.from(entries, ({ value }) => value),
        },
      ],
    ]),
  };
}

function known(times: EfficiencyTimes | undefined): EfficiencyTimes {
  if (times === undefined) throw new Error('no times are known');
  return times;
}

describe('times of processes with teams', () => {
  // The worked example: S 1, P 8, MPI 1 and S 2, P 4, MPI 4; useful 8 6 6 5 and 6 4 3 3.
  const space = spaceOf(
    [
      [1, 0, 0, 0, 2, 0, 0, 0],
      [7, 6, 6, 5, 4, 4, 3, 3],
      [1, 2, 2, 3, 0, 0, 1, 1],
      [1, 0, 0, 0, 4, 0, 0, 0],
    ],
    8,
  );
  const definitions = definitionsOf(2, 4);
  const times = known(efficiencyTimes(space, definitions, 10));

  it('are found by what the regions are', () => {
    expect(times).toMatchObject({ runTime: 10, processes: 2, threads: 8, averageUseful: 41 / 8, mostUseful: 8 });
    expect(times.teams).toEqual({
      ...{ averageOutside: 7.5, mostOutside: 9, serialIdle: 9 / 8, regionLoss: 10 / 8, otherLoss: 0 },
    });
    expect(times).not.toHaveProperty('idealTime');
  });

  it('attribute the loss of each efficiency: over the run time, it is the distance to 1', () => {
    const lostAt = (level: string) =>
      (times.losses ?? []).filter((one) => one.level === level).map((one) => [one.region, one.seconds]);
    expect(lostAt('communication_efficiency')).toEqual([['MPI_Allreduce', 1]]);
    expect(lostAt('serial_region')).toEqual([['main', 9 / 8]]);
    // Barriers: 8 s of the first process, 2 s of the second one.
    expect(lostAt('parallel_region')).toEqual([['implicit', 10 / 8]]);
    // The first process is 9 s outside MPI, the mean is 7.5 s: 7 s against 5.5 s in the region itself, 1 s against 0.5 s
    // in its barrier, and 1 s against 1.5 s in main.
    expect(lostAt('load_balance')).toEqual([
      ['parallel', 1.5],
      ['implicit', 0.5],
    ]);
    expect(times.losses?.[0]?.place).toMatchObject({ line: 12 });
  });

  it('are those of a region, inclusive, whose run time is the longest in it', () => {
    const part = known(efficiencyTimesOf(space, definitions, 'parallel'));
    expect(part).toMatchObject({ runTime: 8, averageUseful: 38 / 8, mostUseful: 7 });
    expect(part.teams).toMatchObject({ averageOutside: 6, mostOutside: 8, serialIdle: 0 });
    expect(multiplicative(part)[0]?.value).toBeCloseTo(38 / 64, 12);
    expect(efficiencyTimesOf(space, definitions, 'nothing')).toBe(undefined);
  });

  it('have the mean of what threads are in MPI within parallel regions, so that they still add up', () => {
    // The second thread computes while the master communicates within the region.
    const funnelled = spaceOf([[], [2, 8], [1, 2], []], 2);
    const inRegion: PerformanceSpace = {
      ...funnelled,
      callTree: { ...funnelled.callTree, parent: Int32Array.of(-1, 0, 1, 1) },
      severities: spaceOf([[], [2, 8], [1, 2], [7, 0]], 2).severities,
    };
    const found = known(efficiencyTimes(inRegion, definitionsOf(1, 2), 10));
    expect(found.teams).toMatchObject({ averageOutside: 6.5, serialIdle: 0, regionLoss: 1.5 });
    for (const { value } of additive(found)) expect(value).toBeLessThanOrEqual(1);
    expect(additive(found).find(({ name }) => name === 'thread_efficiency')?.value).toBeCloseTo(0.85, 12);
  });

  it('are omitted if no process has a team, or nothing is known', () => {
    expect(efficiencyTimes(spaceOf([[3, 5], [], [], [2, 0]], 2), definitionsOf(2, 1), 5)).not.toHaveProperty('teams');
    expect(efficiencyTimes(spaceOf([], 2), definitionsOf(2, 1), 5)).toBe(undefined);
  });

  it('exclude threads without records', () => {
    expect(efficiencyTimes(spaceOf([[3], [], [], [2]], 1), definitionsOf(2, 1), 5)).toMatchObject({ threads: 1 });
    expect(efficiencyTimes(spaceOf([[3, 5, 0], [], [], [2, 0, 0]], 3), definitionsOf(3, 1), 5)).toMatchObject({
      ...{ threads: 2, averageUseful: 4, mostUseful: 5 },
    });
  });
});

describe('the ideal time of a trace', () => {
  it('is the critical path without its MPI', () => {
    // 0 works 6 s and sends, which takes 1 s; 1 works 2 s, waits until 8, and works 4 s.
    const builder = new TraceBuilder();
    const world = builder.communicator([0, 1]);
    const [sender] = builder.process();
    const [receiver] = builder.process();
    for (const writer of [sender, receiver]) writer.enter(0, 'main').enter(0, 'MPI_Init').leave(1, 'MPI_Init');
    sender.enter(7, 'MPI_Send').send(7, world, 1, 0, 8).leave(8, 'MPI_Send');
    receiver.enter(3, 'MPI_Recv').recv(8, world, 0, 0, 8).leave(8, 'MPI_Recv');
    for (const writer of [sender, receiver])
      writer.enter(12, 'MPI_Finalize').leave(13, 'MPI_Finalize').leave(13, 'main');
    const trace = builder.build();
    const { report } = analyzeTrace(trace, { program: 'test' });
    // The sender works 6 s and 4 s, the receiver 2 s and 4 s; the path is the sender's first 6 s and 4 s of either.
    expect(report.efficiency).toMatchObject({ runTime: 13, averageUseful: 8, mostUseful: 10, idealTime: 10 });
    const efficiency = new Map(multiplicative(known(report.efficiency)).map(({ name, value }) => [name, value]));
    expect(efficiency.get('serialisation_efficiency')).toBeCloseTo(1, 12);
    expect(efficiency.get('transfer_efficiency')).toBeCloseTo(10 / 13, 12);
  });

  it('is longer than what any process computes where they wait for each other', () => {
    // 0 works 5 s, then 1 works 4 s: neither is busy for long, and no network makes it faster.
    const builder = new TraceBuilder();
    const world = builder.communicator([0, 1]);
    const [first] = builder.process();
    const [second] = builder.process();
    for (const writer of [first, second]) writer.enter(0, 'main').enter(0, 'MPI_Init').leave(1, 'MPI_Init');
    first.enter(6, 'MPI_Send').send(6, world, 1, 0, 8).leave(6.5, 'MPI_Send').enter(6.5, 'MPI_Finalize');
    second.enter(1, 'MPI_Recv').recv(6.5, world, 0, 0, 8).leave(6.5, 'MPI_Recv').enter(10.5, 'MPI_Finalize');
    for (const writer of [first, second]) writer.leave(11, 'MPI_Finalize').leave(11, 'main');
    const { report } = analyzeTrace(builder.build(), { program: 'test' });
    expect(report.efficiency).toMatchObject({ runTime: 11, averageUseful: 4.5, mostUseful: 5 });
    expect(report.efficiency?.idealTime).toBeCloseTo(9, 9);
  });
});
