/** Programs that are measured as they are, with the probe loaded before their libraries: who called MPI. */
import { execa } from 'execa';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { readEvents, openRegions } from './archive.js';
import { type ByPath, profileValues, traceValues } from './profiles.js';
import {
  build,
  buildOnce,
  environment,
  finish,
  fresh,
  marked,
  type Mpi,
  mpis,
  patient,
  prepare,
  programs,
  remarksIn,
  run,
  wrapper,
} from './support.js';

const preloader = join(wrapper, '../trimtab-preload');
const SOURCE = 'callers.c';
// Every function keeps its frame, as it does in a program with sleds.
const FLAGS = ['-O1', '-g', '-fno-optimize-sibling-calls'];

/** The program without anything of the probe. */
async function plain(mpi: Mpi, flags: readonly string[] = FLAGS): Promise<string> {
  const folder = fresh('plain');
  mkdirSync(folder);
  const program = join(folder, 'program');
  await execa(`mpicc.${mpi}`, [...flags, '-o', program, join(programs, SOURCE)]);
  return program;
}

/** Reads a file, and ends as requested. */
const READS_AND_ENDS = `#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char text[4];
  int file = open(argv[1], O_RDONLY);
  if (file < 0 || read(file, text, sizeof text) != 4) return 1;
  if (argc > 2) raise(argv[2][0] == 'k' ? SIGKILL : SIGTERM);
  return 0;
}
`;

interface Preloaded {
  readonly folder: string;
  readonly stdout: string;
  readonly remarks: readonly string[];
}

async function preload(
  mpi: Mpi,
  program: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<Preloaded> {
  const folder = fresh('run');
  const result = await execa(`mpirun.${mpi}`, ['-n', '2', preloader, program, ...args], {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
    timeout: 300_000,
  });
  return { folder, stdout: result.stdout, remarks: remarksIn(result.stderr) };
}

/** The names of the functions of a path, the outermost first. */
const namesOf = (path: string): string[] => [...path.matchAll(/(\w+)\([^()]*\)/g)].map(([, name = '']) => name);

/** The site of a call that a library of the system makes: there its line, here the program's that led there. */
const CALLED_BY_LIBRARY = /(\/compare\([^)]*\))@[^@]*(?=\/MPI_)/;

/** Visits of calls of MPI by `THREAD PATH`, but for the name of the program that they begin with. */
function mpiVisits(visits: ByPath): [string, number][] {
  return [...visits]
    .filter(([path]) => /\/MPI_\w+\([^/]*\)@[^@]*$/.test(path))
    .map(([path, count]): [string, number] => [
      path.replace(/ \S*program\(:0\)\//, ' ').replace(CALLED_BY_LIBRARY, '$1'),
      count,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const buildSleds = buildOnce();
/** Returns the recorded functions of the same program. */
async function recorded(mpi: Mpi): Promise<[string, number][]> {
  const { folder } = await run(mpi, await buildSleds(mpi, SOURCE, FLAGS));
  return mpiVisits(traceValues(folder)('visits'));
}

describe.each(usually(mpis, 'openmpi'))('callers of MPI that are found on the stack, of %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  it('are those in records of functions, with the same lines and as many calls', async () => {
    const program = await plain(mpi);
    const measured = await preload(mpi, program);
    const found = mpiVisits(traceValues(measured.folder)('visits'));
    expect(measured.remarks).toEqual([]);
    expect(found.length).toBeGreaterThan(30);
    expect(found).toEqual(await recorded(mpi));
    const sites = [...traceValues(measured.folder)('visits').keys()].filter(
      (path) => path.includes('/compare(') && path.includes('/MPI_'),
    );
    const line = `@${join(programs, SOURCE)}:${marked(SOURCE, 'library')}/MPI_Initialized`;
    expect(sites.map((path) => path.includes(line))).toEqual([true, true]);
  });

  it('are the same in a profile', async () => {
    const measured = await preload(mpi, await plain(mpi), { env: { TRIMTAB_MODE: 'profile' } });
    const values = profileValues(measured.folder);
    expect(mpiVisits(values('visits'))).toEqual(await recorded(mpi));
    const times = [...values('time')].filter(([path]) => !/\/MPI_\w+\([^/]*\)@[^@]*$/.test(path));
    // Callers have no exclusive time: time outside of MPI calls lies between two of them, or is the program's.
    const others = times.filter(([path]) => !/\/\w+ (between|after) /.test(path));
    expect(others.length).toBeLessThan(times.length);
    expect(others.filter(([path, seconds]) => seconds > 0 && path.includes('/main('))).toEqual([]);
    expect(others.some(([, seconds]) => seconds > 0)).toBe(true);
  });

  it('have no visits and no exclusive time, and the program prints the same as without them', async () => {
    const program = await plain(mpi);
    const measured = await preload(mpi, program);
    const values = traceValues(measured.folder);
    const callers = (by: ByPath): string[] =>
      [...by.keys()].filter((path) => ['main', 'left', 'exchange'].includes(namesOf(path).at(-1) ?? ''));
    expect(callers(values('visits'))).toEqual([]);
    expect(callers(values('comp'))).toEqual([]);
    const usual = await execa(`mpirun.${mpi}`, ['-n', '2', program], { env: environment });
    expect(measured.stdout.split('\n').sort()).toEqual(usual.stdout.split('\n').sort());
  });

  it('are not searched if TRIMTAB_CALLERS is 0, and no deeper than its value', async () => {
    const program = await plain(mpi);
    const none = await preload(mpi, program, { env: { TRIMTAB_CALLERS: '0' } });
    expect(mpiVisits(traceValues(none.folder)('visits')).every(([path]) => !path.includes('main('))).toBe(true);
    const two = await preload(mpi, program, { env: { TRIMTAB_CALLERS: '2' } });
    const paths = mpiVisits(traceValues(two.folder)('visits')).map(([path]) => namesOf(path).slice(-3).join());
    expect(paths).toContain('left,exchange,MPI_Sendrecv');
    const whole = mpiVisits(traceValues(two.folder)('visits')).map(([path]) => namesOf(path));
    expect(whole.filter((names) => names.includes('main') && names.includes('exchange'))).toEqual([]);
  });

  it('end with the call that aborts the program', async () => {
    const { folder } = await preload(mpi, await plain(mpi), { args: ['abort'], env: { TRIMTAB_FINISH_WAIT: '20' } });
    if (!readdirSync(folder).includes('traces.otf2')) await finish(mpi, folder);
    const events = await readEvents(folder);
    for (const rank of ['0', '1']) expect(openRegions(events.get(rank) ?? [])).toEqual([]);
  });

  it('come without those of programs that the program starts', async () => {
    const measured = await preload(mpi, await plain(mpi), { args: ['children'], env: { TRIMTAB_KEEP_RAW: '1' } });
    expect(measured.remarks).toEqual([]);
    expect(readdirSync(join(measured.folder, 'raw')).filter((name) => name.endsWith('.txt'))).toHaveLength(2);
  });

  it('are looked for where a program with sleds records no functions', async () => {
    const { folder } = await run(mpi, await build(mpi, SOURCE, FLAGS), { env: { TRIMTAB_FUNCTIONS: '0' } });
    expect(mpiVisits(traceValues(folder)('visits'))).toEqual(await recorded(mpi));
  });
});

/** A folder of the system's libraries that an own mount namespace replaces. */
const INSTALLED = ['/usr/lib/tmpfiles.d', '/usr/lib/mime', '/usr/lib/modprobe.d'].find((path) => existsSync(path));
const canMount =
  INSTALLED !== undefined &&
  (await execa('unshare', ['-rm', 'mount', '--bind', INSTALLED, INSTALLED], { reject: false })).exitCode === 0;

describe.skipIf(!canMount || mpis.length === 0)('the libraries of a program', patient, () => {
  const [mpi = 'openmpi'] = mpis;
  const where = INSTALLED ?? '';
  beforeAll(() => prepare(mpi));

  /** Names on the path of the barrier that the library calls, for a program in a folder. */
  async function pathOf(programFolder: (files: string) => string): Promise<readonly string[]> {
    const files = fresh('installed');
    mkdirSync(files);
    const [library, main] = [join(files, 'exchange.c'), join(files, 'main.c')];
    writeFileSync(library, '#include <mpi.h>\nvoid exchange(void) { MPI_Barrier(MPI_COMM_WORLD); }\n');
    const calls = 'MPI_Init(&argc, &argv);\n  exchange();\n  MPI_Finalize();\n  return 0;';
    writeFileSync(main, `#include <mpi.h>\nvoid exchange(void);\nint main(int argc, char **argv) {\n  ${calls}\n}\n`);
    const compiler = `mpicc.${mpi}`;
    await execa(compiler, [...FLAGS, '-shared', '-fPIC', '-o', join(files, 'libexchange.so'), library]);
    await execa(compiler, [...FLAGS, '-o', join(files, 'program'), main, `-L${files}`, '-lexchange']);
    const folder = fresh('run');
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, LD_LIBRARY_PATH: where };
    const start = ['mpirun.' + mpi, '-n', '1', preloader, join(programFolder(files), 'program')];
    const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
    await execa('unshare', ['-rm', 'sh', '-c', script, 'sh', files, where, ...start], { env });
    const barriers = [...traceValues(folder)('visits').keys()].filter((path) => path.includes('/MPI_Barrier'));
    return barriers.map((path) => namesOf(path).slice(-3).join());
  }

  it('are part of it if both are installed in folders of the system', async () => {
    expect(await pathOf(() => where)).toEqual(['main,exchange,MPI_Barrier']);
  });

  it('are libraries of the system for a program elsewhere', async () => {
    expect((await pathOf((files) => files)).map((path) => path.replace(/^.*,main/, 'main'))).toEqual([
      'main,MPI_Barrier',
    ]);
  });
});

describe('a process that is killed', () => {
  it('keeps no other from its archive, though it read the clocks once only', async () => {
    const folder = fresh('killed');
    mkdirSync(folder);
    const file = join(folder, 'file');
    writeFileSync(file, 'text');
    writeFileSync(join(folder, 'main.c'), READS_AND_ENDS);
    const program = join(folder, 'program');
    await execa('cc', ['-o', program, join(folder, 'main.c')]);
    const env = { ...environment, TRIMTAB_IO: '1', TRIMTAB_FINISH: '0', TRIMTAB_EXPERIMENT_DIR: join(folder, 'run') };
    const killed = await execa(preloader, [program, file, 'killed'], { env, reject: false });
    expect(killed.signal).toBe('SIGKILL');
    const asked = await execa(preloader, [program, file, 'asked'], { env, reject: false });
    expect(asked.signal).toBe('SIGTERM');
    await execa(preloader, [program, file], { env });
    await finish(mpis[0] ?? 'openmpi', join(folder, 'run'));
    const reads = [...(await readEvents(join(folder, 'run'))).values()].map(
      (events) => events.filter(({ kind, text }) => kind === 'ENTER' && text.includes('"read"')).length,
    );
    // The buffers of the killed one are lost; the one that was asked to end wrote them.
    expect(reads.sort()).toEqual([0, 1, 1]);
  });
});

describe('programs into which nothing can be loaded', () => {
  const check = async (path: string): Promise<string> =>
    (await execa(preloader, ['--check', path], { env: environment })).stdout;

  it('are refused with a sentence: those linked statically, and those that change their user', async () => {
    const folder = fresh('refused');
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.c'), 'int main(void) { return 0; }\n');
    const program = join(folder, 'static');
    await execa('cc', ['-static', '-o', program, join(folder, 'main.c')]);
    expect(await check(program)).toMatch(/^refused .*linked statically.*nothing can be recorded/);
    const refused = await execa(preloader, [program], { env: environment, reject: false });
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/linked statically/)]);
    const other = join(folder, 'other');
    await execa('cc', ['-o', other, join(folder, 'main.c')]);
    expect(await check(other)).toBe('');
    const owned = join(folder, 'owned');
    copyFileSync(other, owned);
    chmodSync(owned, 0o4755);
    expect(await check(owned)).toMatch(/^refused .*changes user or group/);
  });

  it('are reported if they are scripts', async () => {
    const script = fresh('script');
    writeFileSync(script, '#!/bin/sh\ntrue\n', { mode: 0o755 });
    expect(await check(script)).toMatch(/is a script: the programs that it starts are measured/);
  });
});
