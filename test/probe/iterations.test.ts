/** Values by iteration of the progress loop, of programs whose iterations do what is known. */
import { execa } from 'execa';
import { mkdirSync, statSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { readSeries, SERIES } from '../../src/measurement/series/file.js';
import {
  type IterationSeries,
  linesOf,
  namesOf,
  type SeriesLine,
  type SeriesMetric,
} from '../../src/measurement/series/model.js';
import { openmpCompilers } from '../support/openmpCompilers.js';
import { profileValues } from './profiles.js';
import {
  buildOnce,
  environment,
  finish,
  fresh,
  type Mpi,
  mpis,
  patient,
  programs,
  run,
  type RunOptions,
  wrapper,
} from './support.js';

const build = buildOnce();
const compilers = openmpCompilers();
const PROFILE = { TRIMTAB_MODE: 'profile' };

const seriesIn = (folder: string): IterationSeries => readSeries(join(folder, SERIES));

/** The line of a path by its last names, of a rank. */
function line(series: IterationSeries, metric: SeriesMetric, tail: string, rank = 0): SeriesLine {
  const found = linesOf(series, metric, false).filter(
    (one) => one.rank === rank && namesOf(series, one.path).join('/').endsWith(tail),
  );
  expect([tail, found.length]).toEqual([tail, 1]);
  return elementAt(found, 0);
}

/** Sums over iterations of all paths of the phase, and what the profile has of them, by metric. */
function beside(folder: string, metric: SeriesMetric, named: string) {
  const series = seriesIn(folder);
  const sums = linesOf(series, metric, false).reduce(
    (sum, { values }) => sum + values.reduce((before, value) => before + value, 0),
    0,
  );
  const profile = [...profileValues(folder)(named)].filter(([path]) => path.includes('/step('));
  return { sums, profile: profile.reduce((sum, [, value]) => sum + value, 0) };
}

/** @returns the folder of the run, of which a profile was made */
async function measured(mpi: Mpi, program: string, options: RunOptions): Promise<string> {
  const { folder } = await run(mpi, program, { ...options, raw: true });
  await finish(mpi, folder);
  return folder;
}

/** Builds a program without MPI. @returns its path */
async function buildAlone(compiler: string, source: string, flags: readonly string[]): Promise<string> {
  const place = fresh('alone');
  mkdirSync(place);
  const program = join(place, 'program');
  await execa(wrapper, [compiler, '-w', ...flags, '-o', program, join(programs, source)], {
    env: environment,
    cwd: place,
  });
  return program;
}

async function runAlone(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = fresh('run');
  const settings = { ...environment, ...PROFILE, TRIMTAB_EXPERIMENT_DIR: folder, ...env };
  const { stdout } = await execa(program, args, { env: settings, timeout: 300_000 });
  return { folder, stdout };
}

describe.skipIf(arch() !== 'x64').each(mpis)('iterations of programs under %s', patient, (mpi) => {
  it('have the visits, bytes and times of each, which sum up to those of the profile', async () => {
    const program = await build(mpi, 'iterations.c');
    const folder = await measured(mpi, program, { ranks: 4, args: ['12'], env: PROFILE });
    const series = seriesIn(folder);
    expect([series.phase, series.iterations, series.stride]).toEqual(['step', 12, 1]);
    for (const rank of [0, 1, 2, 3]) {
      const last = 12 - (rank > 1 ? rank : 0);
      const wanted = Array.from({ length: 12 }, (_, at) => (at < last ? at + 1 : 0));
      expect([...line(series, 'visits', 'iterate/part', rank).values]).toEqual(wanted);
      expect([...line(series, 'visits', 'step', rank).values]).toEqual(wanted.map((times) => Math.min(times, 1)));
      // Even iterations, and those that the rank does not have, are missing.
      const odd = line(series, 'visits', 'iterate/odd', rank);
      expect([...odd.values]).toEqual(wanted.map((times) => times % 2));
      expect([...odd.known]).toEqual(wanted.map((times) => times % 2));
    }
    expect([...line(series, 'bytes_sent', 'MPI_Send').values]).toEqual(
      Array.from({ length: 12 }, (_, at) => 8 * (at + 1)),
    );
    expect(line(series, 'messages_received', 'MPI_Recv', 1).values.every((count) => count === 1)).toBe(true);
    const visits = beside(folder, 'visits', 'visits');
    expect(visits.sums).toBe(visits.profile);
    const time = beside(folder, 'time', 'time');
    expect(time.sums).toBeGreaterThan(0);
    expect(Math.abs(time.sums - time.profile)).toBeLessThan(1e-9);
  });

  it('of a function that measure.phase names are those that the trace of the same run has', async () => {
    const program = await build(mpi, 'iterations.c');
    const env = { TRIMTAB_PHASE: 'iterate', TRIMTAB_KEEP_RAW: '1' };
    const { folder } = await run(mpi, program, { ranks: 2, args: ['9'], env });
    await finish(mpi, '--profile', folder);
    const series = seriesIn(folder);
    expect([series.phase, series.iterations]).toEqual(['iterate', 9]);
    expect([...line(series, 'visits', 'iterate/part', 1).values]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(linesOf(series, 'visits', false).some(({ path }) => namesOf(series, path).at(-1) === 'step')).toBe(false);
  });

  it('of a run whose trace becomes a profile go on, and those that are switched off are not kept', async () => {
    const program = await build(mpi, 'iterations.c');
    const half = await measured(mpi, program, {
      ranks: 2,
      args: ['300'],
      env: { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_MAX_BYTES: '300000' },
    });
    const series = seriesIn(half);
    const visits = line(series, 'visits', 'iterate/part').values;
    const other = [...visits].flatMap((count, at) => (count === at + 1 ? [] : [at]));
    // But for the iteration in which it was cut.
    expect(other.length).toBeLessThanOrEqual(1);
    const off = await measured(mpi, program, { ranks: 2, args: ['3'], env: { ...PROFILE, TRIMTAB_SERIES: '0' } });
    expect(() => seriesIn(off)).toThrow();
  });
});

describe.skipIf(arch() !== 'x64' || mpis.length === 0)('very many iterations', patient, () => {
  it('take no more memory and no larger file than few, and no value is lost', async () => {
    const program = await buildAlone('gcc', 'manyIterations.c', ['-O1']);
    const limit = { TRIMTAB_SERIES_BYTES: String(64 << 10) };
    const some = await runAlone(program, ['20000'], limit);
    const many = await runAlone(program, ['1000000'], limit);
    expect(Number(some.stdout)).toBeGreaterThan(0);
    // In KiB: pages that a thread or the allocator takes at another time.
    expect(Number(many.stdout) - Number(some.stdout)).toBeLessThanOrEqual(256);
    expect(statSync(join(many.folder, SERIES)).size).toBeLessThan(128 << 10);
    const series = seriesIn(many.folder);
    expect([series.iterations, Math.log2(series.stride) % 1]).toEqual([1_000_000, 0]);
    expect(series.stride).toBeGreaterThan(1);
    const { values } = line(series, 'visits', 'step');
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(1_000_000);
    expect(values.slice(0, -1).every((value) => value === series.stride)).toBe(true);
    const parts = linesOf(series, 'visits', false).filter(({ path }) => namesOf(series, path).at(-1) === 'part');
    expect(parts.flatMap((part) => [...part.values]).reduce((sum, value) => sum + value, 0)).toBe(1_333_333);
  });

  it('share values as many as is asked for', async () => {
    const program = await buildAlone('gcc', 'manyIterations.c', ['-O1']);
    const series = seriesIn((await runAlone(program, ['100'], { TRIMTAB_SERIES: '7' })).folder);
    expect([series.stride, series.iterations]).toEqual([7, 100]);
    expect([...line(series, 'visits', 'step').values]).toEqual([...Array.from({ length: 14 }, () => 7), 2]);
  });
});

describe.skipIf(arch() !== 'x64' || compilers.length === 0).each(compilers)(
  'iterations of teams, %s',
  patient,
  (compiler) => {
    it('have what their threads did', async () => {
      const program = await buildAlone(compiler, 'teamIterations.c', ['-O1', '-fopenmp']);
      const series = seriesIn((await runAlone(program, [])).folder);
      const parts = linesOf(series, 'visits', true).filter(({ path }) => namesOf(series, path).at(-1) === 'part');
      expect(parts.map(({ thread }) => thread)).toEqual([0, 1, 2, 3]);
      for (const { values } of parts) expect([...values]).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    });
  },
);
