import { execa } from 'execa';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { countKinds, inOrder, openRegions, readDefinitions, readEvents } from './archive.js';
import {
  buildOnce,
  cache,
  environment,
  finish,
  fresh,
  mpis,
  patient,
  prepare,
  programs,
  remarksIn,
  run,
  wrapper,
} from './support.js';

const build = buildOnce();

describe.each(mpis)('the archive with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('follows Score-P’s conventions', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { ranks: 3, args: ['', 'an argument', '50%'] });
    expect(existsSync(join(folder, 'raw'))).toBe(false);
    const region = async (name: string) =>
      (await readDefinitions(folder, 'REGION')).find((line) => line.includes(`Name: "${name}"`));
    expect(await region('MPI_Barrier')).toMatch(
      /Role: BARRIER, Paradigm: "MPI" <4>, Flags: NONE, File: "MPI" <\d+>, Begin: 0/,
    );
    expect(await region('MPI_Init')).toMatch(/Role: FUNCTION, Paradigm: "MPI" <4>/);
    expect(await region('work')).toMatch(/Role: FUNCTION, Paradigm: COMPILER, .*endings\.c" <\d+>, Begin: \d\d/);
    const names = (lines: string[]) => lines.map((line) => /"([^"]*)"/.exec(line)?.[1]);
    expect(names(await readDefinitions(folder, 'LOCATION_GROUP'))).toEqual(['MPI Rank 0', 'MPI Rank 1', 'MPI Rank 2']);
    expect(names(await readDefinitions(folder, 'LOCATION'))).toEqual([
      'Master thread',
      'Master thread',
      'Master thread',
    ]);
    const types = (await readDefinitions(folder, 'GROUP')).map(
      (line) => /Type: (\w+), Paradigm: "MPI"/.exec(line)?.[1],
    );
    expect(types).toEqual(['COMM_LOCATIONS', 'COMM_SELF', 'COMM_GROUP']);
    const nodes = (await readDefinitions(folder, 'SYSTEM_TREE_NODE')).map((line) => /Class: "(\w+)"/.exec(line)?.[1]);
    expect(nodes).toEqual(['machine', 'node']);
    const strings = await readDefinitions(folder, 'STRING');
    expect(strings.some((line) => line.endsWith('"an argument"'))).toBe(true);
    expect(strings.some((line) => line.endsWith('"50%"'))).toBe(true);
  });

  it('gives the number of events of every location', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { args: ['long'] });
    const events = await readEvents(folder);
    for (const line of await readDefinitions(folder, 'LOCATION')) {
      const [, id = '', count = ''] = /^(\d+) .*# Events: (\d+)/.exec(line) ?? [];
      expect(Number(count)).toBe(events.get(id)?.length);
    }
  });

  it('begins and ends each program, and time covers all events', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'));
    const [clock = ''] = await readDefinitions(folder, 'CLOCK_PROPERTIES');
    const [, rate = '0', offset = '0', length = '0'] =
      /Ticks per Seconds: (\d+), Global Offset: (\d+), Length: (\d+)/.exec(clock) ?? [];
    expect(Number(rate)).toBeGreaterThan(1e8);
    const events = [...(await readEvents(folder)).values()];
    const times = events.flat().map(({ time }) => time);
    expect(times.every((time) => time >= BigInt(offset) && time < BigInt(offset) + BigInt(length))).toBe(true);
    for (const own of events) {
      expect([own[0]?.kind, own.at(-1)?.kind]).toEqual(['PROGRAM_BEGIN', 'PROGRAM_END']);
      expect(inOrder(own)).toBe(true);
    }
  });

  it('has the date of the run', async () => {
    const before = Date.now();
    const { folder } = await run(mpi, await build(mpi, 'endings.c'));
    const [clock = ''] = await readDefinitions(folder, 'CLOCK_PROPERTIES');
    const date = Date.parse(/Date: (\S+ \d\d:\d\d:\d\d)/.exec(clock)?.[1]?.concat('Z') ?? '');
    expect(date).toBeGreaterThan(before - 2000);
    expect(date).toBeLessThan(Date.now() + 2000);
  });

  it('measures clock offsets at the begin and the end, which are small on one host', async () => {
    const env = { TRIMTAB_CLOCK_EXCHANGE: '1' };
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { ranks: 3, env, raw: true });
    const raw = (await execa('sh', ['-c', 'cat "$1"/raw/*.txt', 'sh', folder])).stdout.split('\n');
    const syncs = raw.filter((line) => line.startsWith('sync ')).map((line) => line.split(' ').slice(1).map(Number));
    expect(syncs).toHaveLength(6);
    const exchanged = syncs.filter(([, , error]) => error !== 0);
    expect(exchanged).toHaveLength(4); // rank 0 is the master
    // The clocks are one clock: what is measured cannot exceed its own error bound.
    for (const [, offset = NaN, error = 0] of exchanged) expect(Math.abs(offset)).toBeLessThanOrEqual(error);
    expect(await finish(mpi, folder)).toEqual([]);
    expect([...(await readEvents(folder)).values()].every(inOrder)).toBe(true);
  });

  it('makes a location of every thread that records', async () => {
    const { folder, remarks, stdout } = await run(mpi, await build(mpi, 'threads.c', ['-O1', '-pthread']));
    expect(remarks).toEqual([]);
    if (stdout.includes('no MPI_THREAD_MULTIPLE')) return;
    const events = await readEvents(folder);
    expect([...events.keys()].map(BigInt).sort((a, b) => Number(a - b))).toEqual(
      [0, 1, 2].flatMap((thread) => [0, 1].map((rank) => (BigInt(thread) << 32n) + BigInt(rank))),
    );
    for (const [location, own] of events) {
      expect(openRegions(own)).toEqual([]);
      if (BigInt(location) >> 32n === 0n) continue;
      expect(countKinds(own)).toMatchObject({ MPI_ISEND: 200, MPI_ISEND_COMPLETE: 200, MPI_IRECV: 200 });
    }
  });

  it('goes to trimtab-<date>-<time> in the working folder when no folder is named', async () => {
    const folder = fresh('unnamed');
    const program = await build(mpi, 'endings.c');
    await execa('mkdir', [folder]);
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: '', TRIMTAB_BUFFER_BYTES: '512' };
    await execa(`mpirun.${mpi}`, ['-n', '3', program], { cwd: folder, env });
    const { stdout } = await execa('find', ['.', '-name', 'traces.otf2'], { cwd: folder });
    expect(stdout).toMatch(/^\.\/trimtab-\d{8}-\d{6}\/traces\.otf2$/);
  });
});

describe.skipIf(mpis.length === 0)('a program without MPI', patient, () => {
  it('is recorded too', async () => {
    const program = fresh('plain');
    const folder = fresh('run');
    await execa(wrapper, ['gcc', '-o', program, join(programs, 'plain.c')], { env: environment });
    const result = await execa(program, { env: { TRIMTAB_EXPERIMENT_DIR: folder } });
    expect(result.stderr).toBe('');
    expect(countKinds((await readEvents(folder)).get('0') ?? [])).toEqual({
      PROGRAM_BEGIN: 1,
      ENTER: 4,
      LEAVE: 4,
      PROGRAM_END: 1,
    });
    expect((await readDefinitions(folder, 'LOCATION_GROUP'))[0]).toContain('"Process"');
    // Another one in the same folder: its own trace replaces the first, which is reported.
    const again = await execa(program, { env: { TRIMTAB_EXPERIMENT_DIR: folder } });
    expect(remarksIn(again.stderr)).toEqual([
      `trimtab-finish: ${folder} held the trace of what ran before, which this one replaces: name a separate folder for each run with TRIMTAB_EXPERIMENT_DIR`,
    ]);
  });

  it('is recorded whole when several of its threads are the first to write', async () => {
    const program = fresh('together');
    const together = join(programs, 'ends_together.c');
    await execa(wrapper, ['gcc', '-pthread', '-o', program, together], { env: environment });
    for (let count = 0; count < 40; count++) {
      const env = { TRIMTAB_EXPERIMENT_DIR: fresh('run'), TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_FINISH: '0' };
      // Threads that find no folder yet, made by one that is about to make it, would end all recording.
      expect((await execa(program, ['16'], { env })).stderr).toBe('');
      expect(readdirSync(join(env.TRIMTAB_EXPERIMENT_DIR, 'raw'))).toHaveLength(18);
    }
  });

  it('shares an archive with others whose records are finished together', async () => {
    const program = fresh('plain');
    const folder = fresh('run');
    await execa(wrapper, ['gcc', '-o', program, join(programs, 'plain.c')], { env: environment });
    const env = { TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_FINISH: '0' };
    for (let count = 0; count < 3; count++) await execa(program, { env });
    const { stderr } = await execa(join(await cache(elementAt(mpis, 0)), 'trimtab-finish'), [folder]);
    expect(stderr).toBe('');
    const events = await readEvents(folder);
    expect([...events.values()].map((own) => countKinds(own).ENTER)).toEqual([4, 4, 4]);
  });
});

describe.each(mpis)('programs without MPI under the launcher of %s', patient, (mpi) => {
  it('leave one archive of all, whichever ends first', async () => {
    const place = fresh('together');
    mkdirSync(place);
    // Each ends later than the one before it.
    const source = `#include <stdlib.h>
#include <unistd.h>
static void work(void) { for (volatile int i = 0; i < 3; i++) continue; }
int main(void) {
  const char *number = getenv("OMPI_COMM_WORLD_RANK") ? getenv("OMPI_COMM_WORLD_RANK") : getenv("PMI_RANK");
  work();
  usleep(200000 * (unsigned)atoi(number));
  return 0;
}
`;
    writeFileSync(join(place, 'together.c'), source);
    const program = join(place, 'together');
    await execa(wrapper, ['gcc', '-o', program, join(place, 'together.c')], { env: environment });
    const { folder, remarks } = await run(mpi, program, { ranks: 4 });
    expect(remarks).toEqual([]);
    const events = await readEvents(folder);
    expect([...events.values()].map((own) => countKinds(own).ENTER)).toEqual([2, 2, 2, 2]);
    expect(existsSync(join(folder, 'raw'))).toBe(false);
  });
});

describe('the table of MPI functions', () => {
  it('has every function once, with a role and a prototype', () => {
    const table = readFileSync(join(import.meta.dirname, '../../src/probe/components/mpi/mpi-functions.txt'), 'utf8');
    const rows = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const names = rows.map((row) => /^[A-Z0-9_]+ \| [^|]+ \| (?:int|double) (\w+)\(.*\)$/.exec(row)?.[1]);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(340);
  });
});
