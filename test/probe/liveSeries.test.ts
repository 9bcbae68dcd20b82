/** Iteration data of a running profile: the reported values equal the profile's own values by iteration in the end. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IterationStream } from '../../src/measurement/live/iterations/stream.js';
import { readSeries } from '../../src/measurement/series/file.js';
import { linesOf, namesOf, type SeriesLine } from '../../src/measurement/series/model.js';
import { usually } from '../support/matrix.js';
import { named, start } from './going.js';
import { buildOnce, mpis, patient, prepare } from './support.js';

const build = buildOnce();
const STEPS = 400;

function streamOf(folder: string): IterationStream {
  const stream = new IterationStream();
  const live = join(folder, 'live');
  for (const file of readdirSync(live).filter((name) => name.startsWith('series-'))) {
    const bytes = readFileSync(join(live, file));
    // As it grows, in pieces of any size.
    for (let at = 0; at < bytes.length; at += 777) stream.take(file, bytes.subarray(at, at + 777));
  }
  return stream;
}

describe.each(usually(mpis, 'openmpi'))('a profile under %s', (mpi) => {
  beforeAll(() => prepare(mpi), 600_000);

  it('reports for each iteration the values that the profile keeps', patient, async () => {
    const program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const going = await start(mpi, program, [STEPS, 300], { TRIMTAB_MODE: 'profile' });
    going.ask('series on at 25', 'function off compute at 100');
    expect((await going.answers(2)).map(named)).toEqual([25, 100]);
    await going.end();
    const stream = streamOf(going.folder);
    expect([stream.losses, stream.ranks, stream.reached]).toEqual([
      { blocks: 0, bytes: 0, joined: 0, rows: 0, full: [] },
      [0, 1, 2, 3],
      STEPS - 1,
    ]);
    const kept = readSeries(join(going.folder, 'profile.series'));
    const byName = (name: string, lines: readonly SeriesLine[]): number[] => {
      const all = new Array<number>(STEPS).fill(0);
      for (const line of lines)
        if (namesOf(kept, line.path).at(-1) === name)
          for (const [i, value] of line.values.entries()) all[i] = (all[i] ?? 0) + value;
      return all;
    };
    for (const name of ['step', 'relax_rows', 'compute', 'MPI_Sendrecv']) {
      const told = new Array<number>(STEPS).fill(0);
      for (const [path, { name: own }] of stream.paths.entries())
        if (own === name)
          for (const { series } of stream.rowsOf(path))
            for (const [i, value] of (series.between(0, STEPS) ?? []).entries()) told[i] = (told[i] ?? 0) + value;
      const expected = byName(name, linesOf(kept, 'time', false));
      // The iteration in which reporting begins is the first that is reported.
      const [from, to] = [stream.began, stream.reached];
      expect(from).toBeLessThanOrEqual(26);
      for (let i = from; i < to; i++)
        expect(Math.abs((told[i] ?? 0) - (expected[i] ?? 0)), `${name} in ${i}`).toBeLessThanOrEqual(
          // A clock that was measured until then is not that of the end.
          2e-3 * (expected[i] ?? 0) + 1e-6,
        );
    }
    const compute = stream.paths.findIndex(({ names }) => names.join() === 'step,step_once,compute');
    const visits = stream.visitsOf(compute)?.between(26, 200) ?? new Float64Array();
    expect([...new Set(visits.subarray(0, 73))]).toEqual([4]);
    expect([...new Set(visits.subarray(74))]).toEqual([0]);
  });
});
