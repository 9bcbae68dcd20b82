/** trimtab-finish: what it makes of a folder of records, and its sentences where that cannot be. */
import { execa } from 'execa';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { entered, openRegions, readDefinitions, readEvents } from './archive.js';
import { build, cache, finish, fresh, mpis, patient, run, type Run } from './support.js';

describe.each(mpis.slice(0, 1))('trimtab-finish', patient, (mpi) => {
  const runs = new Map<string, Promise<Run>>();

  /** A copy of the records of a run of two ranks, for a test to change. The program runs once for each argument. */
  const records = async (how = ''): Promise<string> => {
    const running = runs.get(how) ?? build(mpi, 'endings.c').then((made) => run(mpi, made, { args: [how], raw: true }));
    runs.set(how, running);
    const copy = fresh('records');
    cpSync((await running).folder, copy, { recursive: true });
    return copy;
  };

  it('reports in a sentence what is wrong with a folder', async () => {
    const finisher = join(await cache(mpi), 'trimtab-finish');
    const absent = await execa(finisher, ['/nowhere'], { reject: false });
    expect([absent.exitCode, absent.stderr]).toEqual([
      1,
      'trimtab-finish: /nowhere/raw: No such file or directory; name the folder of a run, the one that has raw/ in it',
    ]);
    const empty = fresh('empty');
    mkdirSync(join(empty, 'raw'), { recursive: true });
    expect((await execa(finisher, [empty], { reject: false })).stderr).toMatch(/holds no run of the probe/);
    expect((await execa(finisher, [], { reject: false })).exitCode).toBe(2);
  });

  it('reports in a sentence that files may not grow to the required size', async () => {
    const folder = await records('long');
    const finisher = join(await cache(mpi), 'trimtab-finish');
    const limited = await execa('sh', ['-c', 'ulimit -f 64; exec "$@"', 'sh', finisher, folder], { reject: false });
    expect([limited.exitCode, limited.signal]).toEqual([1, undefined]);
    expect(limited.stderr).toMatch(/where no file may be larger than \d+ bytes \(ulimit -f\): run trimtab-finish /);
    expect(readdirSync(folder)).toEqual(['raw']);
    expect(await finish(mpi, folder)).toEqual([]);
  });

  it('makes an archive that can be read although a rank left nothing', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { ranks: 3, raw: true });
    const raw = join(folder, 'raw');
    const texts = readdirSync(raw).filter((name) => name.endsWith('.txt'));
    const lost = texts.find((name) => readFileSync(join(raw, name), 'utf8').includes('\nworld 1 3\n'));
    expect(lost).toBeDefined();
    for (const name of readdirSync(raw)) if (name.startsWith(`${lost?.slice(0, -4)}.`)) rmSync(join(raw, name));
    expect(await finish(mpi, folder)).toEqual(['trimtab-finish: 1 of 3 ranks left no records']);
    const events = await readEvents(folder);
    expect((events.get('1') ?? []).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'MEASUREMENT_ON_OFF Mode: OFF',
    ]);
    expect(entered(events.get('2')).at(-1)).toBe('MPI_Finalize');
  });

  it.each([
    ['a list of ranks that is no list', 'ranks 0 1 x\n'],
    ['numbers far beyond what is there', 'comm 4000000000 made 1 1\nwindow 4000000000 0 1\nranks 2000000000 1\n'],
    ['an escape that is cut', 'name 0 %a\narg %\n'],
    ['a communicator to others without members of its own', 'comm 3 made 1 1\nremote 3 1\n'],
  ])('excludes %s', async (_, lines) => {
    const folder = await records();
    for (const name of readdirSync(join(folder, 'raw')).filter((entry) => entry.endsWith('.txt')))
      appendFileSync(join(folder, 'raw', name), lines);
    expect(await finish(mpi, folder)).toEqual([]);
    expect(entered((await readEvents(folder)).get('1')).at(-1)).toBe('MPI_Finalize');
  });

  it('waits no longer than configured for a process that still runs according to the records', async () => {
    const folder = await records();
    for (const name of readdirSync(join(folder, 'raw')).filter((entry) => entry.endsWith('.txt'))) {
      const path = join(folder, 'raw', name);
      const text = readFileSync(path, 'utf8').replace(/^end .*\n/gm, '');
      // This process, which lives and does not end.
      writeFileSync(
        path,
        text
          .replace(/^pid .*$/m, `pid ${process.ppid}`)
          .replace(/^exe .*$/m, `exe ${readlinkSync(`/proc/${process.ppid}/exe`)}`),
      );
    }
    const env = { ...process.env, TRIMTAB_FINISH_WAIT: '0' };
    const result = await execa(join(await cache(mpi), 'trimtab-finish'), [folder], { env, timeout: 300_000 });
    expect(result.stderr).toContain('2 of 2 ranks were killed or still ran');
  });

  it('reads neither FIFOs nor devices in the place of records', async () => {
    const folder = await records();
    const raw = join(folder, 'raw');
    const record = elementAt(
      readdirSync(raw).filter((name) => name.endsWith('.rec')),
      0,
    );
    rmSync(join(raw, record));
    await execa('mkfifo', [join(raw, record), join(raw, 'fifo.txt')]);
    symlinkSync('/dev/zero', join(raw, 'zero.txt'));
    const result = await execa(join(await cache(mpi), 'trimtab-finish'), [folder], { reject: false, timeout: 300_000 });
    expect([result.exitCode, result.timedOut]).toEqual([0, false]);
    expect(result.stderr).toContain(`${join(raw, record)} cannot be read`);
  });

  it('reads records that end in the middle, up to there', async () => {
    const folder = await records('long');
    const record = readdirSync(join(folder, 'raw')).find((name) => name.endsWith('.rec'))!;
    const path = join(folder, 'raw', record);
    await execa('truncate', ['-s', String(statSync(path).size - 100_003), path]);
    const remarks = await finish(mpi, folder);
    expect(remarks.some((line) => line.includes('regions were open at the end'))).toBe(true);
    const events = await readEvents(folder);
    for (const own of events.values()) expect(openRegions(own)).toEqual([]);
    expect(entered(events.get('0')).length).toBeGreaterThan(1000);
    expect(await readDefinitions(folder, 'LOCATION')).toHaveLength(2);
  });
});
