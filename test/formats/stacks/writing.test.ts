import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { foldedStacks } from '../../../src/formats/folded/index.js';
import { readFolded } from '../../../src/formats/folded/read.js';
import { pprofBytes } from '../../../src/formats/pprof/index.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { speedscopeLines } from '../../../src/formats/speedscope/index.js';
import { readSpeedscope } from '../../../src/formats/speedscope/read.js';
import type { Profile } from '../../../src/model/profile.js';
import { temporaryFolder } from '../../experiments/support.js';
import { totalOf } from './support.js';

/** Values of a metric by the names of a call path and the location. */
function values({ space, definitions }: Profile, metric: string): Map<string, number> {
  const { parent, region } = space.callTree;
  const pathOf = (node: number): string =>
    (elementAt(parent, node) < 0 ? '' : `${pathOf(elementAt(parent, node))}/`) +
    elementAt(definitions.regions, elementAt(region, node)).name;
  const found = new Map<string, number>();
  const column = space.severities.get(metric);
  column?.callPath.forEach((node, i) => {
    const key = `${pathOf(node)} @${column.location[i]}`;
    found.set(key, (found.get(key) ?? 0) + elementAt(column.value, i));
  });
  return found;
}

const node = fc.record({
  above: fc.nat(),
  name: fc.nat(5),
  line: fc.integer({ min: 1, max: 9 }),
  microseconds: fc.integer({ min: 1, max: 1_000_000 }),
  calls: fc.integer({ min: 1, max: 9 }),
});

/** Any tree of functions `f0` to `f5`, in two threads of two processes, with times, visits and a counter. */
const runs = fc.array(node, { minLength: 1, maxLength: 12 }).map((nodes): Profile => {
  const builder = new ProfileBuilder();
  builder.metric({ name: 'time', unit: 'seconds' });
  builder.metric({ name: 'mpi_latesender', unit: 'seconds', parent: 'time' });
  builder.metric({ name: 'visits' });
  const locations = ['a', 'b'].map((name) => builder.system.thread(builder.system.process(name), 0));
  const paths: number[] = [];
  for (const { above, name, line, microseconds, calls } of nodes) {
    const region = builder.calls.region({ name: `f${name}`, file: '/w/a.c', beginLine: name + 1 });
    const caller = paths.length === 0 ? -1 : elementAt(paths, above % paths.length);
    const path = builder.calls.callPath(region, caller, caller < 0 ? undefined : { file: '/w/a.c', line });
    paths.push(path);
    for (const location of locations) {
      builder.exclusive('time', path, location, (microseconds + location) / 1e6);
      builder.exclusive('mpi_latesender', path, location, microseconds / 4e6);
      builder.exclusive('visits', path, location, calls);
    }
  }
  return builder.build();
});

const merged = (of: Map<string, number>): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [key, value] of of) {
    const path = key.slice(0, key.lastIndexOf(' @'));
    sums.set(path, (sums.get(path) ?? 0) + value);
  }
  return sums;
};

function expectSame(found: Map<string, number>, wanted: Map<string, number>, digits: number): void {
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [key, value] of wanted) expect(found.get(key)).toBeCloseTo(value, digits);
}

function readAgain(bytes: Uint8Array): Profile {
  const path = join(temporaryFolder(), 'run.pb.gz');
  writeFileSync(path, bytes);
  const opened = openMeasurement(path);
  if (opened.kind !== 'profile') throw new Error('no profile');
  return opened.profile;
}

describe('runs that are written as stacks', () => {
  it('of Speedscope are read as what they were written of', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const back = readSpeedscope(JSON.parse([...speedscopeLines(run, 'a "run"')].join('\n')));
        if (back === undefined) throw new Error('nothing was read');
        expectSame(values(back, 'time'), values(run, 'time'), 12);
        for (const region of back.definitions.regions)
          expect(region).toMatchObject({ file: '/w/a.c', beginLine: Number(region.name.slice(1)) + 1 });
      }),
      { numRuns: 30 },
    );
  });

  it('folded have the microseconds of all locations', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const back = readFolded(foldedStacks(run));
        if (back === undefined) throw new Error('nothing was read');
        const wanted = new Map([...merged(values(run, 'time'))].map(([path, seconds]) => [path, seconds * 1e6]));
        expectSame(merged(values(back, 'samples')), wanted, 3);
      }),
      { numRuns: 30 },
    );
  });

  it('of pprof have all metrics by process, and the lines of calls', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const back = readAgain(pprofBytes(run, 'app', 2.5));
        for (const metric of ['time', 'mpi_latesender', 'visits'])
          expectSame(values(back, metric), values(run, metric), 9);
        const calls = ({ space, definitions }: Profile): string[] =>
          [...space.callTree.site].map((site) => String(definitions.sourceCodeLocations[site - 1]?.line)).sort();
        expect(calls(back)).toEqual(calls(run));
      }),
      { numRuns: 30 },
    );
  });

  it('have the names of frames, whatever is in them', () => {
    const builder = new ProfileBuilder();
    builder.metric({ name: 'time', unit: 'seconds' });
    const thread = builder.system.thread(builder.system.process('p'), 0);
    const regions = ['operator;(a b)', 'line\nend'].map((name) => builder.calls.region({ name }));
    builder.exclusive('time', builder.calls.callPathOf(regions), thread, 1.5);
    const run = builder.build();
    expect([...foldedStacks(run)]).toEqual(['operator:(a b);line end 1500000']);
    expect(values(readAgain(pprofBytes(run, 'p', 1)), 'time')).toEqual(new Map([['operator;(a b)/line end @0', 1.5]]));
  });

  it('of a run without times are none', () => {
    const builder = new ProfileBuilder();
    builder.metric({ name: 'time', unit: 'seconds' });
    const run = builder.build();
    expect([...foldedStacks(run)]).toEqual([]);
    expect(JSON.parse([...speedscopeLines(run, 'x')].join('\n'))).toMatchObject({
      profiles: [],
      $schema: 'https://www.speedscope.app/file-format-schema.json',
    });
  });
});

const hasGo = spawnSync('go', ['version']).status === 0;

describe.skipIf(!hasGo)('output of pprof for a profile that was written', () => {
  const builder = new ProfileBuilder();
  builder.metric({ name: 'time', unit: 'seconds' });
  builder.metric({ name: 'mpi_latesender', unit: 'seconds', parent: 'time' });
  builder.metric({ name: 'visits' });
  const threads = ['a', 'b'].map((name) => builder.system.thread(builder.system.process(name), 0));
  const [main, solve, receive] = [
    builder.calls.region({ name: 'main', file: '/w/a.c', beginLine: 3 }),
    builder.calls.region({ name: 'solve', file: '/w/a.c', beginLine: 20 }),
    builder.calls.region({ name: 'MPI_Recv' }),
  ];
  const inMain = builder.calls.callPath(main);
  const inSolve = builder.calls.callPath(solve, inMain, { file: '/w/a.c', line: 7 });
  const inReceive = builder.calls.callPath(receive, inSolve, { file: '/w/a.c', line: 24 });
  for (const [rank, thread] of threads.entries()) {
    builder.exclusive('time', inMain, thread, 0.25);
    builder.exclusive('time', inSolve, thread, 2);
    builder.exclusive('time', inReceive, thread, 1 + rank);
    builder.exclusive('mpi_latesender', inReceive, thread, rank);
    builder.exclusive('visits', inReceive, thread, 40);
  }
  const run = builder.build();
  const top = (...options: readonly string[]): string => {
    const path = join(temporaryFolder(), 'run.pb.gz');
    writeFileSync(path, pprofBytes(run, 'app', 3.25));
    const home = { ...process.env, HOME: temporaryFolder(), PPROF_TMPDIR: temporaryFolder() };
    return execFileSync('go', ['tool', 'pprof', '-top', '-unit=ms', ...options, path], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: home,
    });
  };

  it('is its times, by function and by line', () => {
    expect(totalOf(run, 'time')).toBe(7.5);
    const text = top();
    expect(text).toMatch(/^Type: time$/m);
    expect(text).toMatch(/^Duration: 3\.25s, Total samples = 7500ms/m);
    expect(text).toMatch(/^ +4000ms 53\.33% 53\.33% +7000ms 93\.33% +solve$/m);
    expect(text).toMatch(/^ +3000ms 40\.00% 93\.33% +3000ms 40\.00% +MPI_Recv$/m);
    expect(text).toMatch(/^ +500ms +6\.67% +100% +7500ms +100% +main$/m);
    expect(top('-lines')).toMatch(/ +3000ms 40\.00% +solve \/w\/a\.c:24$/m);
  });

  it('is each metric, and each process by its label', () => {
    expect(top('-sample_index=mpi_latesender')).toMatch(/ 1000ms +100% +100% +1000ms +100% +MPI_Recv$/m);
    expect(top('-sample_index=visits')).toMatch(/ 80ms +100% +100% +80ms +100% +MPI_Recv$/m);
    expect(top('-tagfocus=location=^b')).toMatch(/ 2000ms .* MPI_Recv$/m);
  });
});
