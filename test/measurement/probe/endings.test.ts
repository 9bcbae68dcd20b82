import { execa } from 'execa';
import {
  appendFileSync,
  cpSync,
  existsSync,
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
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { usually } from '../../support/matrix.js';
import { countKinds, openRegions, readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import { buildOnce, cache, environment, finish, fresh, mpis, patient, prepare, remarksIn, run } from './support.js';

const build = buildOnce();

/** A copy with some bytes changed, words replaced, or its end cut, by a seed. */
function changed(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed * 2654435761;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  if (seed % 3 === 0) return copy.subarray(0, below(copy.length));
  for (let i = 0; i < 12; i++)
    if (seed % 3 === 1) copy[below(copy.length)] = below(256);
    else copy.fill(below(2) * 255, 8 * below(copy.length / 8), 8 * below(copy.length / 8) + 8);
  return copy;
}

function entered(events: readonly Event[] | undefined): string[] {
  return (events ?? []).filter(({ kind }) => kind === 'ENTER').map(regionOf);
}

describe.each(usually(mpis, 'mpich'))('the end of a run with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  const end = async (how: string, env: Record<string, string> = {}, ranks = 2) => {
    const result = await run(mpi, await build(mpi, 'endings.c'), { ranks, args: [how], env });
    return {
      ...result,
      events: existsSync(join(result.folder, 'traces.otf2')) ? await readEvents(result.folder) : undefined,
    };
  };

  it('of a program that a build starts leaves nothing', async () => {
    const folder = fresh('building');
    const program = await build(mpi, 'endings.c');
    const env = { ...environment, TRIMTAB_BUILDING: '1', TRIMTAB_EXPERIMENT_DIR: folder };
    await execa(`mpirun.${mpi}`, ['-n', '2', program, 'plain'], { env, reject: false });
    expect(existsSync(folder)).toBe(false);
  });

  it('by MPI_Abort keeps what all ranks recorded and says so', async () => {
    const { events, remarks, folder } = await end('abort');
    expect(entered(events?.get('1'))).toEqual([
      'main',
      'MPI_Init',
      'MPI_Comm_rank',
      'work',
      'MPI_Barrier',
      'MPI_Abort',
    ]);
    expect(entered(events?.get('0')).slice(0, 5)).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier']);
    for (const own of events?.values() ?? []) expect(openRegions(own)).toEqual([]);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by abort 3');
    expect(remarks.some((line) => line.includes('regions were open at the end'))).toBe(true);
    // Not all processes ended by themselves: the raw records stay, for another try.
    expect(existsSync(join(folder, 'raw')) || remarks.every((line) => !line.includes('killed'))).toBe(true);
  });

  it('by a crash keeps what was recorded up to it', async () => {
    const { events, remarks } = await end('crash');
    expect(entered(events?.get('1')).slice(-2)).toEqual(['crash', 'work']);
    expect(entered(events?.get('0')).slice(0, 4)).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work']);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by signal 11');
  });

  it('by a stack overflow keeps what was recorded up to it', async () => {
    const { events, remarks } = await end('overflow');
    expect(entered(events?.get('1')).filter((name) => name === 'overflow').length).toBeGreaterThan(1000);
    expect(remarks).toContain('trimtab-finish: rank 1 ended by signal 11');
  });

  it('by SIGTERM keeps what was recorded, and the program dies of it all the same', async () => {
    const { events, remarks, exitCode } = await end('term');
    expect(exitCode).not.toBe(0);
    // Once the first rank has died, the launcher may kill the other one before it dies of the signal.
    const ended = ['0', '1'].filter((rank) => remarks.includes(`trimtab-finish: rank ${rank} ended by signal 15`));
    expect(ended).not.toEqual([]);
    for (const rank of ended) expect(entered(events?.get(rank)).at(-1)).toBe('MPI_Barrier');
  });

  it('by SIGKILL leaves an archive that says what is missing', async () => {
    const { events, remarks } = await end('kill');
    expect(events).toBeDefined();
    expect(
      remarks.some((line) => line.includes('ranks were killed or still ran: what they recorded last is missing')),
    ).toBe(true);
  });

  it('without MPI_Finalize is complete but for the regions that were open', async () => {
    // Of several ranks, the launcher kills the others as soon as one has ended so.
    const { events } = await end('exit', {}, 1);
    expect(entered(events?.get('0'))).toEqual(['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier']);
  });

  it('by _exit after MPI_Finalize loses nothing before that', async () => {
    const { events } = await end('quick');
    expect(entered(events?.get('0')).at(-1)).toBe('MPI_Finalize');
  });

  it('leaves signals to the program’s own handler and goes on recording', async () => {
    const { events, stdout, exitCode, remarks } = await end('handler');
    expect(stdout.match(/own handler ran/g)).toHaveLength(2);
    expect([exitCode, remarks]).toEqual([0, []]);
    for (const rank of ['0', '1'])
      expect(entered(events?.get(rank)).slice(-6)).toEqual([
        'handled',
        'work',
        'own_handler',
        'work',
        'MPI_Barrier',
        'MPI_Finalize',
      ]);
  });

  it('is not disturbed by a forked child', async () => {
    const { events, remarks, exitCode } = await end('fork');
    expect([exitCode, remarks]).toEqual([0, []]);
    expect(entered(events?.get('0'))).toEqual([
      ...['main', 'MPI_Init', 'MPI_Comm_rank', 'work', 'MPI_Barrier', 'forked', 'work', 'MPI_Barrier', 'MPI_Finalize'],
    ]);
  });

  it('records buffers being written and loses nothing by it', async () => {
    const { events, remarks } = await end('long', { TRIMTAB_BUFFER_BYTES: '4096' });
    expect(remarks).toEqual([]);
    const counts = countKinds(events?.get('0') ?? []);
    expect(counts.BUFFER_FLUSH).toBeGreaterThan(100);
    expect(entered(events?.get('0')).filter((name) => name === 'work')).toHaveLength(20_001);
    expect(openRegions(events?.get('0') ?? [])).toEqual([]);
  });

  it('ends the trace at TRIMTAB_MAX_BYTES, and goes on as a profile', async () => {
    const limits = { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_MAX_BYTES: '200000' };
    const { events, remarks, exitCode } = await end('long', limits);
    expect(exitCode).toBe(0);
    expect(remarks.filter((line) => line.includes('the trace ends here, TRIMTAB_MAX_BYTES is reached'))).toHaveLength(
      2,
    );
    const works = entered(events?.get('0')).filter((name) => name === 'work').length;
    // An ENTER and a LEAVE take 32 bytes of the limit.
    expect(works).toBeGreaterThan(5000);
    expect(works).toBeLessThan(200_000 / 32);
    expect(openRegions(events?.get('0') ?? [])).toEqual([]);
  });

  it('stops when a file may grow no more, without ending the program', async () => {
    const { events, remarks } = await end('limited', { TRIMTAB_BUFFER_BYTES: '65536', TRIMTAB_FINISH: '0' });
    expect(remarks.some((line) => line.includes('recording stopped, File too large'))).toBe(true);
    expect(entered(events?.get('0')).filter((name) => name === 'work').length).toBeGreaterThan(2000);
  });

  it('records functions alone where MPI_Init is never called', async () => {
    const { events } = await end('never', {}, 1);
    expect(entered(events?.get('0'))).toEqual(['main', 'work']);
  });

  it('measures MPI only with TRIMTAB_FUNCTIONS=0', async () => {
    const { events } = await end('', { TRIMTAB_FUNCTIONS: '0', TRIMTAB_CALLERS: '0' });
    expect(entered(events?.get('0'))).toEqual([
      'MPI_Init',
      'MPI_Comm_rank',
      'MPI_Barrier',
      'MPI_Barrier',
      'MPI_Finalize',
    ]);
  });
});

const mounted = await execa('mount', ['--version'], { reject: false });
const isRoot = process.getuid?.() === 0 && mounted.exitCode === 0;

describe.skipIf(!isRoot).each(mpis.slice(0, 1))('a full disk', patient, (mpi) => {
  /** Runs a program on a file system of this size, and looks at what is there afterwards; undefined where none can be mounted. */
  const onDisk = async <T>(
    size: string,
    limit: Record<string, string>,
    look: (folder: string, result: { stderr: string; exitCode?: number }) => Promise<T>,
  ): Promise<T | undefined> => {
    const disk = fresh('disk');
    mkdirSync(disk);
    const mount = await execa('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { reject: false });
    if (mount.exitCode !== 0) {
      console.warn(`No file system can be mounted here: ${mount.stderr}`);
      return undefined;
    }
    try {
      const program = await build(mpi, 'endings.c');
      const own = { TRIMTAB_EXPERIMENT_DIR: join(disk, 'run'), TRIMTAB_BUFFER_BYTES: '65536', ...limit };
      const options = { env: { ...environment, ...own }, reject: false, timeout: 300_000, forceKillAfterDelay: 1000 };
      return await look(join(disk, 'run'), await execa(`mpirun.${mpi}`, ['-n', '2', program, 'long'], options));
    } finally {
      // A process that hangs there, as a failure of this test leaves it, keeps the file system busy.
      await execa('umount', ['-l', disk]);
    }
  };
  const UNLIMITED = { TRIMTAB_MAX_BYTES: '1000000000' };

  it('ends recording with a line; the archive can be made elsewhere', async () => {
    await onDisk('400k', UNLIMITED, async (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/recording stopped, No space left on device/);
      expect(stderr).toContain(`no space is left in ${folder}: name another folder, trimtab-finish ${folder} FOLDER`);
      expect(readdirSync(folder)).toEqual(['raw']);
      const elsewhere = fresh('elsewhere');
      await finish(mpi, folder, elsewhere);
      const events = [...(await readEvents(elsewhere)).values()].flatMap(entered);
      expect(events.filter((name) => name === 'work').length).toBeGreaterThan(1000);
    });
  });

  // Where a process cannot even write how it ended, the finisher must not wait for the one that waits for it.
  it.each(['40k', '72k', '100k'])('of %s does not keep the program from ending', async (size) => {
    await onDisk(size, UNLIMITED, (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/recording stopped, No space left on device/);
      expect(readdirSync(folder)).toEqual(['raw']);
      return Promise.resolve();
    });
  });

  it('is left room on, for the archive too, unless a limit is set', async () => {
    await onDisk('2m', {}, (folder, { stderr, exitCode }) => {
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/rank 0: the trace ends here, the trace would take up the free disk/);
      expect(readdirSync(folder).sort()).toEqual(['profile.cubex', 'traces', 'traces.def', 'traces.otf2']);
      return Promise.resolve();
    });
  });
});

describe.each(mpis.slice(0, 1))('trimtab-finish', patient, (mpi) => {
  it('says in a sentence what is wrong with a folder', async () => {
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

  it('says in a sentence that files may not grow as they must', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { args: ['long'], raw: true });
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
    ['oneSided.c', 4, ['-O1'], 24],
    ['hybrid.c', 2, ['-O1', '-fopenmp'], 12],
    ['user.c', 2, ['-O1', '-pthread'], 12],
  ] as const)(
    'makes an archive or a sentence of whatever the records hold: %s',
    async (source, ranks, flags, seeds) => {
      const { folder } = await run(mpi, await build(mpi, source, flags), { ranks, raw: true });
      const finisher = join(await cache(mpi), 'trimtab-finish');
      const kept = readdirSync(join(folder, 'raw')).sort();
      const outside = fresh('outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'precious'), 'x');
      for (let seed = 1; seed <= seeds; seed++) {
        const damaged = fresh('damaged');
        cpSync(folder, damaged, { recursive: true });
        const name = elementAt(kept, seed % kept.length);
        const path = join(damaged, 'raw', name);
        writeFileSync(path, changed(readFileSync(path), seed));
        symlinkSync(outside, join(damaged, 'raw', 'link'));
        symlinkSync(outside, join(damaged, 'traces'));
        const env = { ...process.env, TRIMTAB_FINISH_WAIT: '0' };
        // What takes more than a GiB would say that memory is short.
        const bounded = ['-c', 'ulimit -v 1048576; exec "$@"', 'sh', finisher, damaged];
        const result = await execa('sh', bounded, { env, reject: false, timeout: 300_000 });
        const told = `${name}, seed ${seed}: ${result.stderr}`;
        expect([result.signal, result.timedOut], told).toEqual([undefined, false]);
        expect([0, 1], told).toContain(result.exitCode);
        expect(result.stderr, told).not.toContain('not enough memory');
        for (const line of remarksIn(result.stderr)) expect(line, told).toMatch(/^trimtab-finish: /);
        expect(existsSync(join(damaged, 'traces.otf2')), told).toBe(result.exitCode === 0);
        expect(readdirSync(outside), told).toEqual(['precious']);
      }
    },
  );

  it.each([
    ['a list of ranks that is no list', 'ranks 0 1 x\n'],
    ['numbers far beyond what is there', 'comm 4000000000 made 1 1\nwindow 4000000000 0 1\nranks 2000000000 1\n'],
    ['an escape that is cut', 'name 0 %a\narg %\n'],
    ['a communicator to others without members of its own', 'comm 3 made 1 1\nremote 3 1\n'],
  ])('leaves out %s', async (_, lines) => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { raw: true });
    for (const name of readdirSync(join(folder, 'raw')).filter((entry) => entry.endsWith('.txt')))
      appendFileSync(join(folder, 'raw', name), lines);
    expect(await finish(mpi, folder)).toEqual([]);
    expect(entered((await readEvents(folder)).get('1')).at(-1)).toBe('MPI_Finalize');
  });

  it('waits no longer than it is told for a process that the records say still runs', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { raw: true });
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
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { raw: true });
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
    const program = await build(mpi, 'endings.c');
    const { folder } = await run(mpi, program, { args: ['long'], raw: true });
    const record = readdirSync(join(folder, 'raw')).find((name) => name.endsWith('.rec'))!;
    const path = join(folder, 'raw', record);
    await execa('truncate', ['-s', String(statSync(path).size - 100_003), path]);
    const remarks = await finish(mpi, folder);
    expect(remarks.some((line) => line.includes('regions were open at the end'))).toBe(true);
    for (const events of (await readEvents(folder)).values()) expect(openRegions(events)).toEqual([]);
    expect(entered((await readEvents(folder)).get('0')).length).toBeGreaterThan(1000);
    expect(await readDefinitions(folder, 'LOCATION')).toHaveLength(2);
  });
});
