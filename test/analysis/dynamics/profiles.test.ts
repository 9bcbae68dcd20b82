import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { iterationGroups, type Numbered } from '../../../src/analysis/dynamics/profiles/groups.js';
import { seriesOfProfile } from '../../../src/analysis/dynamics/profiles/index.js';
import { absent } from '../../../src/base/elements.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import type { Profile } from '../../../src/model/profile.js';
import { DURATION, OWN_TIME, type RunSeries } from '../../../src/model/dynamics/series.js';

const names = (list: readonly string[], isPhase = false): Numbered[] =>
  list.map((name, item) => ({ item, name, place: '', isPhase }));

/** The values of a metric at a call path, by location. */
function rowsOf({ series }: RunSeries, metric: string, node: number): number[][] {
  const number = series.metrics.indexOf(metric);
  return Array.from(series.metric.keys())
    .filter((row) => series.metric[row] === number && series.node[row] === node)
    .map((row) => [...series.value.subarray(row * series.count, (row + 1) * series.count)]);
}

const runOf = (profile: Profile, level = 0): RunSeries => {
  const { space, report } = analyzeProfile(profile, 'p');
  return seriesOfProfile(profile, { space, totalTime: report.totalTime }, level) ?? absent('series');
};

/** Call paths `main > iteration > compute, MPI_Send`, of two ranks; the third iteration sends nothing. */
function phases(iterationName: (i: number) => string): Profile {
  const builder = new ProfileBuilder('tree');
  const ranks = ['a', 'b'].map((name) => builder.system.thread(builder.system.process(name), 0));
  builder.metric({ name: 'time', unit: 'seconds' });
  builder.metric({ name: 'PAPI_TOT_INS', unit: 'count' });
  const region = (name: string): number => builder.calls.region({ name });
  const main = builder.calls.callPath(region('main'));
  for (let i = 0; i < 6; i++) {
    const iteration = builder.calls.callPath(region(iterationName(i)), main);
    const compute = builder.calls.callPath(region('compute'), iteration);
    const send = i === 2 ? undefined : builder.calls.callPath(region('MPI_Send'), iteration);
    for (const [rank, location] of ranks.entries()) {
      builder.exclusive('time', iteration, location, 0.25);
      builder.exclusive('time', compute, location, 1 + i + rank);
      builder.exclusive('PAPI_TOT_INS', compute, location, 100 * i + rank);
      if (send !== undefined) builder.exclusive('time', send, location, 0.5);
    }
  }
  for (const location of ranks) builder.exclusive('time', main, location, 2);
  return builder.build();
}

describe('iterationGroups', () => {
  it('takes what differs in numbers that follow each other, in their order', () => {
    const list = ['Iteration 2', 'solve', 'Iteration 0', 'Iteration 1', 'Iteration 3', 'Iteration 4'];
    expect(iterationGroups(names(list))).toEqual([{ name: 'Iteration', items: [2, 3, 0, 4, 5] }]);
    // Those between 4 and 10 are missing.
    expect(iterationGroups(names([...list, 'Iteration 10']))).toEqual([]);
    expect(iterationGroups(names(['instance=3', 'instance=6', 'instance=9', 'instance=12']))).toHaveLength(1);
  });

  it('takes no functions whose names end in numbers, but phases with such names', () => {
    const functions = ['f1()', 'f2()', 'f3()', 'f4()', 'f5()'];
    expect(iterationGroups(names(functions))).toEqual([]);
    expect(iterationGroups(names(functions, true))).toEqual([{ name: 'f', items: [0, 1, 2, 3, 4] }]);
    const lines = [
      '!$omp parallel @a.c:10',
      '!$omp parallel @a.c:11',
      '!$omp parallel @a.c:12',
      '!$omp parallel @a.c:13',
    ];
    expect(iterationGroups(names(lines))).toEqual([]);
  });

  it('takes instances of one region, and no fewer than four', () => {
    expect(iterationGroups(names(['step', 'step', 'step', 'step']))).toEqual([{ name: 'step', items: [0, 1, 2, 3] }]);
    expect(iterationGroups(names(['step', 'step', 'step']))).toEqual([]);
  });
});

describe('seriesOfProfile', () => {
  it('has counters in addition to times, in their own units', () => {
    const run = runOf(phases((i) => `Iteration ${i}`));
    expect(run.series.counters).toEqual([{ name: 'PAPI_TOT_INS', unit: 'count' }]);
    const nodes = new Set(run.series.node);
    expect([...nodes].map((node) => rowsOf(run, 'PAPI_TOT_INS', node)).filter((rows) => rows.length > 0)).toEqual([
      [
        [0, 100, 200, 300, 400, 500],
        [1, 101, 201, 301, 401, 501],
      ],
    ]);
  });

  it('makes series of the phases of a call tree, which keep all of their time', () => {
    const profile = phases((i) => `Iteration ${i}`);
    const run = runOf(profile);
    expect(run.iterations).toMatchObject({ source: 'marked', name: 'Iteration', count: 6 });
    expect(run.loopTime).toBeCloseTo(2 * 6 * 0.25 + 21 + 27 + 2 * 5 * 0.5, 9);
    expect(run.iterations.coverage).toBeCloseTo(run.loopTime / (run.loopTime + 4), 9);
    const main = run.iterations.parent;
    expect(rowsOf(run, DURATION, main)).toEqual([
      [1.75, 2.75, 3.25, 4.75, 5.75, 6.75],
      [2.75, 3.75, 4.25, 5.75, 6.75, 7.75],
    ]);
    expect(rowsOf(run, OWN_TIME, main)[0]).toEqual([1.25, 2.25, 3.25, 4.25, 5.25, 6.25]);
    const { callTree } = profile.space;
    const nodeOf = (name: string): number =>
      callTree.region.findIndex((region) => profile.definitions.regions[region]?.name === name);
    expect(rowsOf(run, 'execution', nodeOf('compute'))[1]).toEqual([2, 3, 4, 5, 6, 7]);
    expect(rowsOf(run, 'execution', nodeOf('MPI_Send'))[0]).toEqual([0.5, 0.5, 0, 0.5, 0.5, 0.5]);
    expect(() => runOf(profile, 1)).toThrow('There is no loop 1');
  });

  it('has none of a profile without iterations', () => {
    const profile = phases((i) => ['init', 'read', 'solve', 'check', 'write', 'end'][i] ?? absent(i));
    const { space, report } = analyzeProfile(profile, 'p');
    expect(seriesOfProfile(profile, { space, totalTime: report.totalTime })).toBeUndefined();
  });

  it('makes series of what came to be between snapshots', () => {
    const builder = new ProfileBuilder('flat');
    const location = builder.system.thread(builder.system.process('a'), 0);
    builder.metric({ name: 'time', unit: 'seconds' });
    const [work, wait] = ['work', 'wait'].map((name) => builder.calls.callPath(builder.calls.region({ name })));
    const gained = [1, 1, 2, 2, 4];
    let sum = 0;
    for (const [at, seconds] of gained.entries()) {
      sum += seconds;
      const snapshot = builder.snapshot(`at ${at}`, sum);
      snapshot.exclusive('time', work ?? 0, location, sum);
      // Values missing from a snapshot have not changed.
      if (at < 2) snapshot.exclusive('time', wait ?? 0, location, 0.5);
    }
    builder.exclusive('time', work ?? 0, location, sum);
    builder.exclusive('time', wait ?? 0, location, 0.5);
    const run = runOf(builder.build());
    expect(run.iterations).toMatchObject({ source: 'snapshots', count: 5 });
    expect(rowsOf(run, 'execution', work ?? 0)).toEqual([gained]);
    expect(rowsOf(run, 'execution', wait ?? 0)).toEqual([[0.5, 0, 0, 0, 0]]);
  });
});
