/** Constructs of OpenMP: their regions, teams, locks and tasks, and how long threads wait in them. */
import { execa } from 'execa';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { compiled } from '../support/compiled.js';
import { buildsOpenmp } from '../support/openmpCompilers.js';
import { countKinds, inOrder, openRegions, readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import { compilers, site, WORKER } from './openmpPrograms.js';
import { environment, fresh, marked, patient, programs, wrapper } from './support.js';

/** The location of the main thread. */
const MAIN = '0';

/** Ticks are converted with this, from the archive's clock. */
async function ticksPerMillisecond(folder: string): Promise<number> {
  const [clock = ''] = await readDefinitions(folder, 'CLOCK_PROPERTIES');
  return Number(/Ticks per Seconds: (\d+)/.exec(clock)?.[1]) / 1000;
}

interface Recorded {
  readonly folder: string;
  readonly remarks: readonly string[];
}

/** Builds a program without MPI and runs it. */
async function record(compiler: string, source: string, ...args: string[]): Promise<Recorded> {
  const place = fresh('openmp');
  mkdirSync(place);
  const { program } = await compiled({
    command: [wrapper, compiler],
    flags: ['-O1', '-fopenmp'],
    sources: [join(programs, source)],
    env: environment,
  });
  const folder = join(place, 'run');
  const result = await execa(program, args, { env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder } });
  expect(existsSync(join(folder, 'traces.otf2'))).toBe(true);
  return { folder, remarks: result.stderr.split('\n').filter((line) => line !== '') };
}

/** Returns the events from `mark`'s parallel region on, in short form. */
function outline(events: readonly Event[], regions: (name: string) => boolean): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'ENTER' || event.kind === 'LEAVE')
      return regions(regionOf(event)) ? [`${event.kind === 'ENTER' ? '+' : '-'}${regionOf(event)}`] : [];
    return event.kind.startsWith('PROGRAM') ? [] : [`${event.kind} ${event.text}`];
  });
}

/** The part of an outline from the first occurrence of one line to the next of another. */
function between(lines: readonly string[], from: string, to: string): string[] {
  const start = lines.indexOf(from);
  return lines.slice(start, lines.indexOf(to, start) + 1);
}

/** Milliseconds of each call of sleep_ms. */
function sleeps(events: readonly Event[], ticks: number): number[] {
  const own = events.filter((event) => regionOf(event) === 'sleep_ms');
  return own.flatMap((event, index) =>
    event.kind === 'ENTER' ? [Number((own.at(index + 1)?.time ?? 0n) - event.time) / ticks] : [],
  );
}

describe.each(compilers)('OpenMP compiled by %s', patient, (compiler) => {
  const gnu = compiler === 'gcc';
  const constructs = (name: string) => name.startsWith('!$omp');
  const source = 'openmp.c';
  const at = (construct: string, mark: string) => site(source, construct, mark);
  const both = (construct: string, mark: string, inner: string[] = []) => [
    `+${at(construct, mark)}`,
    ...inner,
    `-${at(construct, mark)}`,
  ];
  const recorded = record(compiler, source);

  it('has a location for each thread, and all of them balanced and in order', async () => {
    const { folder, remarks } = await recorded;
    expect(remarks).toEqual([]);
    const events = await readEvents(folder);
    expect([...events.keys()].sort()).toEqual([MAIN, '12884901888', WORKER, '8589934592']);
    for (const own of events.values()) {
      expect(openRegions(own)).toEqual([]);
      expect(inOrder(own)).toBe(true);
    }
    const names = (await readDefinitions(folder, 'LOCATION')).map((line) => /Name: "([^"]*)"/.exec(line)?.[1]);
    expect(names).toEqual(['Master thread', 'OMP thread 1', 'OMP thread 2', 'OMP thread 3']);
    expect((await readDefinitions(folder, 'LOCATION_GROUP'))[0]).toContain('"Process"');
  });

  it('is defined as by Score-P', async () => {
    const { folder } = await recorded;
    expect((await readDefinitions(folder, 'PARADIGM'))[0]).toMatch(
      /OPENMP, Name: "OpenMP" <\d+>, Class: THREAD_FORK_JOIN/,
    );
    const [locations, first] = await readDefinitions(folder, 'GROUP');
    expect(locations).toMatch(
      /Name: "OpenMP" <\d+>, Type: COMM_LOCATIONS, Paradigm: "OpenMP" <3>, Flags: NONE, 4 Members/,
    );
    expect(first).toMatch(/Type: COMM_GROUP, Paradigm: "OpenMP" <3>, Flags: NONE, 2 Members: 0 .*, 1 /);
    const regions = (await readDefinitions(folder, 'REGION')).filter((line) => line.includes('Paradigm: "OpenMP"'));
    const role = (name: string) => /Role: (\w+)/.exec(regions.find((line) => line.includes(`"${name}"`)) ?? '')?.[1];
    expect(role(at('parallel', 'parallel'))).toBe('PARALLEL');
    expect(role(at('implicit barrier', 'parallel'))).toBe('IMPLICIT_BARRIER');
    expect(role(at('barrier', 'barrier'))).toBe('BARRIER');
    expect(role(at('for', 'for'))).toBe('LOOP');
    expect(role(at('critical sblock', 'critical'))).toBe('CRITICAL_SBLOCK');
    expect(role(at('ordered', 'ordered'))).toBe('ORDERED');
    expect(role(at('task', 'task'))).toBe('TASK');
    expect(role(at('create task', 'task'))).toBe('TASK_CREATE');
    expect(role(at('taskwait', 'taskwait'))).toBe('TASK_WAIT');
    expect(role('omp_set_lock')).toBe('WRAPPER');
    expect(regions.find((line) => line.includes(`"${at('for', 'for')}"`))).toContain(
      `File: "${join(programs, source)}"`,
    );
  });

  it('begins and ends a team, with the barrier of each construct inside it', async () => {
    const { folder } = await recorded;
    const events = await readEvents(folder);
    for (const location of [MAIN, WORKER]) {
      const all = outline(events.get(location) ?? [], constructs);
      const region = between(all, `+${at('parallel', 'parallel')}`, `-${at('parallel', 'parallel')}`);
      const barrier = (mark: string) => both('implicit barrier', mark);
      const master = gnu || location !== MAIN ? [] : both('master', 'master');
      const rest = region.filter((line) => !line.includes('single sblock') && !line.includes('LOCK'));
      expect(rest).toEqual([
        `+${at('parallel', 'parallel')}`,
        ...both('for', 'for', barrier('for')),
        ...both('for', 'nowait'),
        ...both('barrier', 'barrier'),
        ...master,
        ...both('single', 'single', barrier('single')),
        ...both('critical', 'critical', both('critical sblock', 'critical')),
        ...both('sections', 'sections', barrier('sections')),
        ...both('for', 'ordered loop', [
          ...both('ordered', 'ordered', both('ordered sblock', 'ordered')),
          // Before the end of a parallel region gcc leaves the barrier of a loop out.
          ...(gnu ? [] : barrier('ordered loop')),
        ]),
        ...barrier('parallel'),
        `-${at('parallel', 'parallel')}`,
      ]);
      expect(all[all.indexOf(`+${at('parallel', 'parallel')}`) - 1]).toBe('THREAD_TEAM_BEGIN Thread Team: ""');
      expect(all[all.indexOf(`-${at('parallel', 'parallel')}`) + 1]).toBe('THREAD_TEAM_END Thread Team: ""');
    }
    const main = events.get(MAIN) ?? [];
    expect(main.find(({ kind }) => kind === 'THREAD_FORK')?.text).toBe('Model: "OpenMP", # Requested Threads: 2');
    expect(countKinds(main)).toMatchObject({
      THREAD_FORK: 5,
      THREAD_JOIN: 5,
      THREAD_TEAM_BEGIN: 5,
      THREAD_TEAM_END: 5,
    });
    const blocks = [MAIN, WORKER].flatMap((location) =>
      (events.get(location) ?? []).filter((event) => regionOf(event) === at('single sblock', 'single')),
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['ENTER', 'LEAVE']);
  });

  it('has critical sections and locks with the order in which they were taken', async () => {
    const { folder } = await recorded;
    const events = await readEvents(folder);
    const orders = [MAIN, WORKER].flatMap((location) => {
      const all = outline(events.get(location) ?? [], constructs);
      const one = between(all, `+${at('critical', 'critical')}`, `-${at('critical', 'critical')}`);
      expect(one.map((line) => line.split(' ')[0])).toEqual([
        ...['+!$omp', 'THREAD_ACQUIRE_LOCK', '+!$omp', '-!$omp', 'THREAD_RELEASE_LOCK', '-!$omp'],
      ]);
      return [
        elementAt(one, 1).replace('THREAD_ACQUIRE_LOCK ', ''),
        elementAt(one, 4).replace('THREAD_RELEASE_LOCK ', ''),
      ];
    });
    expect([...new Set(orders)].sort()).toEqual(
      [1, 2].map((order) => `Model: "OpenMP", Lock: 0, Acquisition Order: ${order}`),
    );
    const locks = outline(events.get(MAIN) ?? [], (name) => name.startsWith('omp_'));
    const from = locks.indexOf('+omp_set_lock');
    const lock = (kind: string, number: number, order: number) =>
      `THREAD_${kind}_LOCK Model: "OpenMP", Lock: ${number}, Acquisition Order: ${order}`;
    const call = (name: string, ...inner: string[]) => [`+${name}`, ...inner, `-${name}`];
    expect(locks.slice(from, locks.lastIndexOf('-omp_unset_nest_lock') + 1)).toEqual([
      ...call('omp_set_lock', lock('ACQUIRE', 1, 1)),
      ...call('omp_test_lock'),
      ...call('omp_unset_lock', lock('RELEASE', 1, 1)),
      ...call('omp_set_nest_lock', lock('ACQUIRE', 2, 1)),
      ...call('omp_set_nest_lock', lock('ACQUIRE', 2, 2)),
      ...call('omp_unset_nest_lock', lock('RELEASE', 2, 2)),
      ...call('omp_unset_nest_lock', lock('RELEASE', 2, 2)),
    ]);
    const set = events.get(MAIN)?.find((event) => regionOf(event) === 'omp_set_lock');
    expect(basename(set?.site ?? '')).toBe(`openmp.c:${marked(source, 'set_lock')}`);
  });

  it('has tasks, created, run once and completed, wherever they run', async () => {
    const { folder } = await recorded;
    const events = await readEvents(folder);
    const all = [...events.values()].flat();
    const generations = (kind: string) =>
      all
        .filter((event) => event.kind === kind)
        .map(({ text }) => /Creating Thread: 0.*Generation Number: ([1-9]\d*)/.exec(text)?.[1])
        .filter((generation) => generation !== undefined)
        .sort();
    for (const kind of ['THREAD_TASK_CREATE', 'THREAD_TASK_SWITCH', 'THREAD_TASK_COMPLETE'])
      expect(generations(kind)).toEqual(['1', '2', '3']);
    expect(all.filter((event) => event.kind === 'ENTER' && regionOf(event) === at('task', 'task'))).toHaveLength(3);
    const own = outline(events.get(MAIN) ?? [], constructs);
    expect(between(own, `+${at('create task', 'task')}`, `-${at('create task', 'task')}`)[1]).toBe(
      'THREAD_TASK_CREATE Thread Team: "", Creating Thread: 0, Generation Number: 1',
    );
  });

  it('has the team of each nested region', async () => {
    const { folder } = await recorded;
    const teams = (await readDefinitions(folder, 'GROUP'))
      .filter((line) => line.includes('COMM_GROUP'))
      .map((line) => [...line.matchAll(/(\d) \("/g)].map((match) => match[1]).join(','));
    // Both threads, the main thread alone (the locks), and each of the two with a third.
    expect(teams.slice(0, 2)).toEqual(['0,1', '0']);
    expect(
      teams
        .slice(2)
        .sort()
        .map((members) => members.split(',')[0]),
    ).toEqual(['0', '1']);
    expect(
      teams
        .slice(2)
        .flatMap((members) => members.split(','))
        .sort(),
    ).toEqual(['0', '1', '2', '3']);
  });

  it('measures waiting of known length', async () => {
    const { folder } = await record(compiler, source, 'waits');
    const events = await readEvents(folder);
    const ticks = await ticksPerMillisecond(folder);
    const threads = [events.get(MAIN) ?? [], events.get(WORKER) ?? []];
    /** When the threads entered and left a region, and took and gave the lock. */
    const times = (kind: string, region?: string) =>
      threads.map((own) => {
        const found = own.find((event) => event.kind === kind && (region === undefined || regionOf(event) === region));
        expect(found, `${kind} ${region ?? ''}`).toBeDefined();
        return found?.time ?? 0n;
      });
    const last = ([a = 0n, b = 0n]: bigint[]) => (a > b ? a : b);
    const first = ([a = 0n, b = 0n]: bigint[]) => (a < b ? a : b);

    // Both leave a barrier when the last has arrived: also at the end, where the other thread reports it much later.
    for (const region of [at('barrier', 'late'), at('implicit barrier', 'waits')])
      expect(first(times('LEAVE', region))).toBeGreaterThanOrEqual(last(times('ENTER', region)));
    const ends = times('LEAVE', at('implicit barrier', 'waits'));
    expect(ends[1]).toBeLessThanOrEqual(elementAt(ends, 0));
    // The sleeps make the waiting long, however late a busy machine wakes the threads.
    const asleep = threads.map((own) => sleeps(own, ticks));
    expect(asleep[0]?.slice(0, 2).every((time, index) => time >= elementAt([150, 50], index))).toBe(true);
    expect(asleep[1]?.every((time, index) => time >= elementAt([50, 10, 60], index))).toBe(true);
    // One has the critical section when the other has slept in it. (The runtime reports a release after it: by then the
    // next one may have the lock.)
    const taken = times('THREAD_ACQUIRE_LOCK');
    expect(Number(last(taken) - first(taken)) / ticks).toBeGreaterThanOrEqual(50);
    const held = at('critical sblock', 'held');
    const blocks = times('ENTER', held).map(
      (time, index) => Number(elementAt(times('LEAVE', held), index) - time) / ticks,
    );
    expect(blocks[0]).toBeGreaterThanOrEqual(50);
    expect(blocks[1]).toBeGreaterThanOrEqual(60);
  });
});

describe.skipIf(!compilers.includes('gcc') || !buildsOpenmp('gfortran', '-Wl,--as-needed'))(
  'OpenMP compiled by gfortran',
  patient,
  () => {
    it('has the lines and names of Fortran', async () => {
      const { folder, remarks } = await record('gfortran', 'openmp.f90');
      expect(remarks).toEqual([]);
      const events = await readEvents(folder);
      const names = new Set([...events.values()].flat().map(regionOf));
      for (const [construct, mark] of [
        ['parallel', 'parallel'],
        ['do', 'do'],
        ['implicit barrier', 'do'],
        ['critical', 'critical'],
        ['barrier', 'barrier'],
        ['single', 'single'],
        ['implicit barrier', 'single'],
      ] as const)
        expect(names).toContain(site('openmp.f90', construct, mark));
      const locks = [...events.values()].flat().filter(({ kind }) => kind === 'THREAD_ACQUIRE_LOCK');
      expect(locks).toHaveLength(4);
    });
  },
);
