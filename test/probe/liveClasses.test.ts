/**
 * Iteration data of a running program belongs to the classes that the analysis after the run finds. Computation,
 * OpenMP, files, locks and MPI have the same seconds in the profile of the same run, and in a trace of the program.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { timeMetric } from '../../src/analysis/trace/metrics/classification.js';
import { absent, elementAt } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { IterationStream } from '../../src/measurement/live/iterations/stream.js';
import { readSeries } from '../../src/measurement/series/file.js';
import { linesOf } from '../../src/measurement/series/model.js';
import { windowOf } from '../../src/measurement/search/window.js';
import { named, start } from './going.js';
import { compilers } from './openmpPrograms.js';
import { build, fresh, mpis, patient, prepare, run } from './support.js';

const mpi = mpis.find((name) => name === 'openmpi');
const STEPS = 60;
const UNIT = 2000;
const env = { TRIMTAB_IO: '1', TRIMTAB_THREADS: '1' };

type Sums = ReadonlyMap<string, number>;

/** Barriers that only the program text distinguishes are one class. */
const shown = (metric: string): string => (/^omp_[ei]barrier$/.test(metric) ? 'omp_barrier' : metric);

function add(sums: Map<string, number>, metric: string, seconds: number): void {
  sums.set(shown(metric), (sums.get(shown(metric)) ?? 0) + seconds);
}

function streamOf(folder: string): IterationStream {
  const stream = new IterationStream();
  const live = join(folder, 'live');
  for (const file of readdirSync(live).filter((name) => name.startsWith('series-')))
    stream.take(file, readFileSync(join(live, file)));
  return stream;
}

/** Seconds of each class in the profile of the run, in some iterations. */
function ofProfile(folder: string, from: number, to: number): Sums {
  const series = readSeries(join(folder, 'profile.series'));
  const { definitions } = toSpace(openCube(join(folder, 'profile.cubex')));
  const metrics = new Map(definitions.regions.map((region) => [region.name, timeMetric(region)]));
  const sums = new Map<string, number>();
  for (const { path, values } of linesOf(series, 'time', true)) {
    const { region } = elementAt(series.paths, path);
    for (const seconds of values.subarray(from, to)) add(sums, metrics.get(region) ?? absent(region), seconds);
  }
  return sums;
}

function ofStream(stream: IterationStream, from: number, to: number): Sums {
  const sums = new Map<string, number>();
  for (const { metric, rows } of windowOf(stream, from, to - from)?.byMetric ?? [])
    for (const row of rows.values()) for (const seconds of row) add(sums, metric, seconds);
  return sums;
}

/** Seconds an iteration of each class in a trace of the program, below its loop. */
function ofTrace(folder: string): Sums {
  const trace = openArchive(join(folder, 'traces.otf2'));
  const { space } = analyzeTrace(trace, { program: 'classes', correctClocks: false });
  const isInLoop = (node: number): boolean =>
    node >= 0 &&
    (trace.definitions.regions[elementAt(space.callTree.region, node)]?.name === 'step' ||
      isInLoop(elementAt(space.callTree.parent, node)));
  const sums = new Map<string, number>();
  const parts = new Set(trace.definitions.regions.map(timeMetric));
  for (const [metric, { callPath, value }] of space.severities) {
    if (!parts.has(metric)) continue;
    for (const [entry, node] of callPath.entries())
      if (isInLoop(node)) add(sums, metric, elementAt(value, entry) / STEPS);
  }
  return sums;
}

describe.skipIf(mpi === undefined || compilers.length === 0)(
  'iterations reported by a running program',
  patient,
  () => {
    if (mpi === undefined) return;
    beforeAll(() => prepare(mpi), 600_000);

    it('have the classes of the analysis after the run', async () => {
      const program = await build(mpi, 'series-classes.c', ['-O1', '-g', '-fopenmp', '-pthread']);
      const files = fresh('state');
      mkdirSync(files);
      const args = [STEPS, UNIT, files];
      const going = await start(mpi, program, args, { TRIMTAB_MODE: 'profile', ...env });
      going.ask('series on at 24');
      expect((await going.answers(1)).map(named)).toEqual([24]);
      await going.end();
      const stream = streamOf(going.folder);
      expect(stream.losses).toEqual({ blocks: 0, bytes: 0, joined: 0, rows: 0, full: [] });
      // Both threads of each rank report data, and the regions of the second one are where the first one forked them.
      expect(new Set(stream.locations.map(({ rank }) => rank)).size).toBe(4);
      expect(stream.locations).toHaveLength(8);
      expect(stream.paths.filter(({ names }) => names[0] !== 'step')).toEqual([]);
      const [from, to] = [stream.began, stream.reached];
      expect(to - from).toBeGreaterThan(20);
      const online = ofStream(stream, from, to);
      const profile = new Map(ofProfile(going.folder, from, to));
      profile.delete('overhead');
      const classes = ['comp', 'io_data', 'io_metadata', 'mpi_collective', 'mpi_sync_collective', 'omp_barrier'];
      expect([...profile.keys()].sort()).toEqual([...classes, 'omp_critical']);
      for (const [metric, seconds] of profile)
        // A clock that was measured until then is not that of the end.
        expect(Math.abs((online.get(metric) ?? 0) - seconds), metric).toBeLessThanOrEqual(2e-3 * seconds + 1e-6);
      const whole = await run(mpi, program, { ranks: 4, args: args.map(String), env });
      const traced = ofTrace(whole.folder);
      // Built-in durations of threads, regardless of the load of the processors: 48 units of work on four ranks.
      const built = (48 * UNIT) / 1e6;
      expect((online.get('comp') ?? 0) / (to - from)).toBeGreaterThanOrEqual(built);
      expect(traced.get('comp')).toBeGreaterThanOrEqual(built);
      expect([...traced.keys()].sort()).toEqual(expect.arrayContaining([...classes, 'omp_critical']));
    });
  },
);
