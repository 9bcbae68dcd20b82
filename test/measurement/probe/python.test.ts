/** Functions of Python, of programs that are measured as they are. */
import { execa } from 'execa';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRegions, readEvents, regionOf, type Event } from './archive.js';
import { profileValues, traceValues } from './profiles.js';
import { cache, environment, finish, fresh, mpis, patient, prepare, programs, wrapper } from './support.js';

const preloader = join(wrapper, '../trimtab-preload');

interface Interpreter {
  readonly program: string;
  readonly version: string;
  /** Whether it has sys.monitoring. */
  readonly monitors: boolean;
}

/** What it is, if it can be measured. */
async function interpreter(program: string): Promise<Interpreter | undefined> {
  const script =
    'import sys, sysconfig; print(sys.version.split()[0], sys.version_info >= (3, 9), hasattr(sys, "monitoring"), ' +
    'sysconfig.get_config_var("Py_GIL_DISABLED") or 0)';
  const told = await execa(program, ['-c', script], { reject: false });
  const [version = '', recent, monitors, unlocked] = told.stdout.split(' ');
  if (told.exitCode !== 0 || recent !== 'True' || unlocked !== '0') return undefined;
  return { program, version, monitors: monitors === 'True' };
}

/** The usual Python, and of those in the PATH or named by TRIMTAB_TEST_PYTHON312 the first with sys.monitoring. */
async function interpreters(): Promise<Interpreter[]> {
  const usual = await interpreter('python3');
  const named = process.env.TRIMTAB_TEST_PYTHON312?.split(':') ?? [];
  const later = await Promise.all([...named, 'python3.14', 'python3.13', 'python3.12'].map(interpreter));
  const all = [usual, ...(named.length > 0 ? later.slice(0, named.length) : [later.find((one) => one?.monitors)])];
  return all.flatMap((one) => (one === undefined ? [] : [one]));
}

const [mpi = 'openmpi'] = mpis;
const PYTHON = process.env.TRIMTAB_TEST_PYTHON ?? 'python3';

async function hasMpi4py(): Promise<boolean> {
  const result = await execa(`mpirun.${mpi}`, ['-n', '1', PYTHON, '-c', 'from mpi4py import MPI'], {
    env: environment,
    reject: false,
  });
  return result.exitCode === 0;
}

const pythons = mpis[0] === undefined ? [] : await interpreters();
if (pythons.length === 0)
  console.warn('No MPI, no otf2-print or no python3 of version 3.9 or later: functions of Python are not tested.');
if (!pythons.some(({ monitors }) => monitors))
  console.warn('No Python 3.12 or later here: sys.monitoring is not tested; TRIMTAB_TEST_PYTHON312 names one.');
const withMpi = pythons.length > 0 && (await hasMpi4py());
if (!withMpi)
  console.warn('No mpi4py here: MPI calls of Python are not tested; TRIMTAB_TEST_PYTHON names a Python with it.');

interface Measured {
  readonly folder: string;
  readonly sources: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
}

/** Runs the program in a folder of its own, as a trace or a profile. */
async function measured(
  python: string,
  how: string,
  env: Readonly<Record<string, string>> = {},
  program = 'program.py',
): Promise<Measured> {
  const [sources, folder] = [fresh('python'), fresh('run')];
  cpSync(join(programs, 'python'), sources, { recursive: true });
  const result = await execa(preloader, [python, program, how], {
    cwd: sources,
    env: {
      ...environment,
      PYTHONDONTWRITEBYTECODE: '1',
      TRIMTAB_MPICC: `mpicc.${mpi}`,
      TRIMTAB_EXPERIMENT_DIR: folder,
      TRIMTAB_FINISH: '0',
      ...env,
    },
    reject: false,
  });
  await finish(mpi, folder);
  return { folder, sources, stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode };
}

/** Calls by `function file:line`, as cProfile counts them; of a module's own code the function is "(module)". */
async function countedByPython(python: string, sources: string, program = 'program.py'): Promise<Map<string, number>> {
  const script = `
import cProfile, json, runpy, sys
sys.argv = ['${program}']
sys.path.insert(0, '.')
profile = cProfile.Profile()
profile.enable()
try:
    runpy.run_path('${program}', run_name='__main__')
finally:
    profile.disable()
profile.create_stats()
print(json.dumps([[f, line, name, calls] for (f, line, name), (_, calls, *_) in profile.stats.items()]))`;
  const { stdout } = await execa(python, ['-c', script], { cwd: sources });
  const rows = JSON.parse(stdout.split('\n').at(-1) ?? '') as [string, number, string, number][];
  return new Map(
    rows
      .filter(([file]) => /(program|module|steps)\.py$/.test(file))
      .map(([file, line, name, calls]) => [`${name.replace(/[<>]/g, '')} ${basename(file)}:${String(line)}`, calls]),
  );
}

const entered = (events: readonly Event[] | undefined): string[] =>
  (events ?? []).filter(({ kind }) => kind === 'ENTER').map(regionOf);

/** Visits by `function file:line`, over all call paths and threads. */
function visitsOf(visits: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [path, count] of visits) {
    const [, name = '', file = '', line = ''] =
      /(?:^|\/)(?:\w+[. ])?([\w().]+)\(([^()]*):(\d+)\)(?:@[^@]*)?$/.exec(path) ?? [];
    if (!file.endsWith('.py')) continue;
    const key = `${name.split('.').at(-1)?.replace(/[()]/g, '') ?? ''} ${basename(file)}:${line}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}

describe.each(pythons)('functions of Python $version', patient, ({ program: python, monitors }) => {
  beforeAll(() => prepare(mpi));

  it('are called as often as cProfile counts, and print what they print without', async () => {
    const run = await measured(python, '');
    const counted = await countedByPython(python, run.sources);
    expect(counted.get('fib program.py:9')).toBe(177);
    expect(visitsOf(traceValues(run.folder)('visits'))).toEqual(counted);
    const plain = await execa(python, ['program.py'], { cwd: run.sources });
    expect(run.stdout).toBe(plain.stdout);
  });

  it('are called as often in a profile', async () => {
    const run = await measured(python, '', { TRIMTAB_MODE: 'profile' });
    expect(visitsOf(profileValues(run.folder)('visits'))).toEqual(await countedByPython(python, run.sources));
  });

  it('have the lines of their callers, and are nested as they are called', async () => {
    const { folder } = await measured(python, '');
    const events = (await readEvents(folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    const twice = events.find((event) => event.kind === 'ENTER' && regionOf(event) === 'module.twice');
    expect(twice?.site).toMatch(/program\.py:23$/);
    const sites = events.filter((event) => event.kind === 'ENTER' && regionOf(event) === 'module.once');
    expect(sites.map(({ site }) => basename(site ?? ''))).toEqual(['module.py:2', 'module.py:2']);
  });

  it('are recorded in threads', async () => {
    const { folder } = await measured(python, 'threads');
    const events = [...(await readEvents(folder)).values()];
    expect(events).toHaveLength(4);
    const workers = events.map((of) => entered(of).filter((name) => name === 'program.worker').length);
    expect(workers.sort()).toEqual([0, 1, 1, 1]);
    expect(events.flatMap(entered).filter((name) => name === 'program.fib')).toHaveLength(177 + 3 * 15);
    for (const of of events) expect(openRegions(of)).toEqual([]);
  });

  it.each(['fork', 'exit', 'profile', 'crash', 'kill'])('change nothing of a program that ends so: %s', async (how) => {
    const run = await measured(
      python,
      how,
      how === 'kill' ? { TRIMTAB_BUFFER_BYTES: '4096', TRIMTAB_KEEP_RAW: '1' } : {},
    );
    const plain = await execa(python, ['program.py', how], { cwd: run.sources, reject: false });
    expect([run.stdout, run.exitCode]).toEqual([plain.stdout, plain.exitCode]);
    const events = (await readEvents(run.folder)).get('0') ?? [];
    expect(openRegions(events)).toEqual([]);
    // A profiler of the program's own does not keep sys.monitoring from telling of calls: fib(3) and fib(4).
    const fibs = monitors && how === 'profile' ? 177 + 5 + 9 : 177;
    if (how !== 'kill') expect(entered(events).filter((name) => name === 'program.fib')).toHaveLength(fibs);
    else expect(entered(events)).toContain('program.fib');
  });

  it('are those of coroutines and generators too, also where exceptions are thrown into them', async () => {
    const run = await measured(python, '', {}, 'steps.py');
    const plain = await execa(python, ['steps.py'], { cwd: run.sources });
    expect([run.stdout, run.exitCode]).toEqual([plain.stdout, 0]);
    const visits = visitsOf(traceValues(run.folder)('visits'));
    expect(visits).toEqual(await countedByPython(python, run.sources, 'steps.py'));
    expect([...visits.keys()]).toContain('step steps.py:13');
    expect(openRegions((await readEvents(run.folder)).get('0') ?? [])).toEqual([]);
  });

  it('are few where there are millions of tiny ones, and the rest goes on', async () => {
    const run = await measured(python, '', { TRIMTAB_BUDGET: '5' }, 'tiny.py');
    expect(run.stdout).toBe('4000000');
    const events = (await readEvents(run.folder)).get('0') ?? [];
    const names = entered(events);
    // All of 4,000,000 calls would be recorded otherwise; 3.11 and before tell of some more, in the trials between.
    expect(names.length).toBeLessThan(40_000);
    expect(names.filter((name) => name === 'tiny.main')).toHaveLength(1);
    expect(openRegions(events)).toEqual([]);
    const { stdout } = await execa('otf2-print', ['-A', join(run.folder, 'traces.otf2')]);
    expect(stdout).toMatch(/TRIMTAB::NAMES_LEFT_OUT.*?\d+ tiny\.once/s);
    if (monitors) return;
    expect(stdout).toMatch(/TRIMTAB::PYTHON_UNHEARD_SECONDS/);
    const { stdout: sampled } = await execa('otf2-print', ['-G', join(run.folder, 'traces.otf2')]);
    expect(sampled).toMatch(/CALLING_CONTEXT .*Region: "tiny\.main".*Source code location: ".*tiny\.py:\d+"/);
  });

  it.skipIf(!monitors)('of other interpreters in the process are not recorded, which is told', async () => {
    const run = await measured(python, '', {}, 'interpreters.py');
    expect([run.stdout, run.exitCode]).toEqual(['2\n1', 0]);
    expect(run.stderr.match(/the program starts interpreters within its process/g)).toHaveLength(1);
    expect(entered((await readEvents(run.folder)).get('0'))).not.toContain('interpreters.inner');
    const { stdout } = await execa('otf2-print', ['-A', join(run.folder, 'traces.otf2')]);
    expect(stdout).toMatch(/TRIMTAB::PYTHON_REFUSED/);
  });

  it('that cost more than they tell are left out, which is told', async () => {
    const sources = fresh('tiny');
    cpSync(join(programs, 'python'), sources, { recursive: true });
    const folder = fresh('run');
    const call = 'import module\nfor i in range(30000):\n    module.once(i)\n';
    await execa(preloader, [python, '-c', call], {
      cwd: sources,
      env: { ...environment, TRIMTAB_BUDGET: '1', TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_FINISH: '0' },
    });
    await finish(mpi, folder);
    const { stdout } = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
    const [, left = '0'] = /TRIMTAB::NAMES_LEFT_OUT.*?(\d+) module\.once/s.exec(stdout) ?? [];
    const calls = entered((await readEvents(folder)).get('0')).filter((name) => name === 'module.once').length;
    expect(calls).toBeGreaterThan(0);
    // What sys.monitoring does not tell of any more is not counted, but estimated by the time that passed.
    if (monitors) expect(Number(left)).toBeGreaterThan(0);
    else expect(Number(left) + calls).toBe(30000);
  });

  it('are not recorded where TRIMTAB_PYTHON is 0', async () => {
    const sources = fresh('python');
    cpSync(join(programs, 'python'), sources, { recursive: true });
    const folder = fresh('run');
    await execa(preloader, [python, 'program.py'], {
      cwd: sources,
      env: { ...environment, TRIMTAB_PYTHON: '0', TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_FINISH: '0' },
    });
    expect(existsSync(join(folder, 'raw')) ? readdirSync(join(folder, 'raw')) : []).toEqual([]);
  });
});

describe.skipIf(!withMpi)('calls of MPI from Python', patient, () => {
  it('stand at the lines that make them, below the functions that these are in', async () => {
    const [sources, folder] = [fresh('python'), fresh('run')];
    cpSync(join(programs, 'python'), sources, { recursive: true });
    await cache(mpi);
    await execa(`mpirun.${mpi}`, ['-n', '2', preloader, PYTHON, 'messages.py'], {
      cwd: sources,
      env: { ...environment, TRIMTAB_MPICC: `mpicc.${mpi}`, TRIMTAB_EXPERIMENT_DIR: folder },
    });
    const events = await readEvents(folder);
    const sites = (rank: string, region: string): string[] =>
      (events.get(rank) ?? [])
        .filter((event) => event.kind === 'ENTER' && regionOf(event) === region)
        .map(({ site }) => basename(site ?? ''));
    expect(sites('0', 'MPI_Send')).toEqual(['messages.py:16', 'messages.py:16']);
    expect(sites('1', 'MPI_Recv')).toEqual(['messages.py:18', 'messages.py:18']);
    expect(sites('1', 'MPI_Barrier')).toContain('messages.py:24');
    const paths = [...traceValues(folder)('mpi_latesender').keys()];
    expect(paths.some((path) => /messages\.main\(.*\/messages\.exchange\(.*\/MPI_Recv\(/.test(path))).toBe(true);
  });
});
