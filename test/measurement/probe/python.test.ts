/** Functions of Python, of programs that are measured as they are. */
import { execa } from 'execa';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { openRegions, readEvents, regionOf, type Event } from './archive.js';
import { profileValues, traceValues } from './profiles.js';
import { cache, environment, finish, fresh, type Mpi, mpis, patient, prepare, programs, wrapper } from './support.js';

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

/** A Python with mpi4py, and the MPI that this was made for. */
interface WithMpi4py {
  readonly python: string;
  readonly library: Mpi;
}

/** The first that is there: the usual one may be of another kind than the system's, which packages are made for. */
async function withMpi4py(): Promise<WithMpi4py | undefined> {
  const script = 'from mpi4py import MPI; print(MPI.Get_library_version())';
  for (const python of [process.env.TRIMTAB_TEST_PYTHON ?? 'python3', '/usr/bin/python3']) {
    const told = await execa(python, ['-c', script], { env: environment, reject: false });
    const library = told.exitCode !== 0 ? undefined : told.stdout.startsWith('Open MPI') ? 'openmpi' : 'mpich';
    if (library !== undefined && mpis.includes(library)) return { python, library };
  }
  return undefined;
}

const pythons = mpis[0] === undefined ? [] : await interpreters();
if (pythons.length === 0)
  console.warn('No MPI, no otf2-print or no python3 of version 3.9 or later: functions of Python are not tested.');
if (!pythons.some(({ monitors }) => monitors))
  console.warn('No Python 3.12 or later here: sys.monitoring is not tested; TRIMTAB_TEST_PYTHON312 names one.');
const mpi4py = pythons.length > 0 ? await withMpi4py() : undefined;
if (mpi4py === undefined)
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

  it.skipIf(monitors)('tell their lines by samples in a profile too', async () => {
    const run = await measured(python, '', { TRIMTAB_MODE: 'profile', TRIMTAB_BUDGET: '5' }, 'tiny.py');
    expect(run.stdout).toBe('4000000');
    const opened = openMeasurement(join(run.folder, 'profile.cubex'));
    if (opened.kind !== 'profile') throw new Error('There is no profile.');
    const { report } = analyzeProfile(opened.profile, 'test');
    expect(opened.profile.definitions.properties.get('TRIMTAB::PRELOADED')).toBe('true');
    const own = new Map(report.flat?.map(({ region, exclusive }) => [region, exclusive]));
    const lines = report.hotLines ?? [];
    expect(lines.length).toBeGreaterThan(0);
    for (const { place, region, seconds } of lines) {
      expect(basename(place.file)).toBe('tiny.py');
      expect(seconds).toBeLessThanOrEqual((own.get(region) ?? 0) * (1 + 1e-9));
    }
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
      env: {
        ...environment,
        TRIMTAB_MPICC: `mpicc.${mpi}`,
        TRIMTAB_BUDGET: '1',
        TRIMTAB_EXPERIMENT_DIR: folder,
        TRIMTAB_FINISH: '0',
      },
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
      env: {
        ...environment,
        TRIMTAB_MPICC: `mpicc.${mpi}`,
        TRIMTAB_PYTHON: '0',
        TRIMTAB_EXPERIMENT_DIR: folder,
        TRIMTAB_FINISH: '0',
      },
    });
    expect(existsSync(join(folder, 'raw')) ? readdirSync(join(folder, 'raw')) : []).toEqual([]);
  });
});

interface Call {
  readonly line: string;
  readonly enter: bigint;
  readonly leave: bigint;
}

/** The calls of a region by one rank, in turn; times are ticks. */
function callsOf(events: readonly Event[] | undefined, region: string): Call[] {
  const of = (kind: string): Event[] =>
    (events ?? []).filter((event) => event.kind === kind && regionOf(event) === region);
  const leaves = of('LEAVE');
  return of('ENTER').map(({ time, site }, nth) => ({
    line: basename(site ?? ''),
    enter: time,
    leave: elementAt(leaves, nth).time,
  }));
}

describe.skipIf(mpi4py === undefined)('calls of MPI from Python', patient, () => {
  const { python, library } = mpi4py ?? { python: 'python3', library: 'openmpi' };
  const sources = fresh('python');
  cpSync(join(programs, 'python'), sources, { recursive: true });

  const folder = fresh('run');

  const lines = readFileSync(join(sources, 'objects.py'), 'utf8').split('\n');
  /** `file:line` of the program's calls that a mark names. */
  const at = new Map(
    lines.flatMap((line, index) => {
      const mark = /# MARK (\w+)$/.exec(line)?.[1];
      return mark === undefined ? [] : [[mark, `objects.py:${String(index + 1)}`] as const];
    }),
  );

  const sitesOf = (events: readonly Event[] | undefined, region: string): string[] => [
    ...new Set(callsOf(events, region).map(({ line }) => line)),
  ];

  beforeAll(async () => {
    const shared = fresh('shared');
    mkdirSync(shared);
    await cache(library);
    await execa(`mpirun.${library}`, ['-n', '2', preloader, python, 'objects.py', shared], {
      cwd: sources,
      env: { ...environment, TRIMTAB_MPICC: `mpicc.${library}`, TRIMTAB_EXPERIMENT_DIR: folder },
    });
  });

  it('stand at the lines that make them, of buffers, objects, requests and collective operations', async () => {
    const events = await readEvents(folder);
    const [first, second] = [events.get('0'), events.get('1')];
    expect(sitesOf(first, 'MPI_Send')).toEqual([at.get('send'), at.get('Send')]);
    expect(sitesOf(second, 'MPI_Mprobe')).toEqual([at.get('recv')]);
    expect(sitesOf(second, 'MPI_Mrecv')).toEqual([at.get('recv')]);
    expect(sitesOf(second, 'MPI_Recv')).toContain(at.get('Recv'));
    expect(sitesOf(second, 'MPI_Irecv')).toEqual([at.get('Irecv')]);
    expect(sitesOf(first, 'MPI_Isend')).toEqual([at.get('Isend')]);
    expect(sitesOf(first, 'MPI_Waitall')).toEqual([at.get('Waitall')]);
    expect(sitesOf(second, 'MPI_Barrier')).toContain(at.get('Barrier'));
    expect(sitesOf(first, 'MPI_Allreduce')).toEqual([at.get('Allreduce')]);
    expect(sitesOf(first, 'MPI_Bcast')).toEqual([at.get('bcast')]);
  });

  it('wait for senders that are late as long as the events say, also where the message is an object', async () => {
    const events = await readEvents(folder);
    const { clock } = openArchive(join(folder, 'traces.otf2')).definitions;
    const callsAt = (rank: string, region: string, mark: string): Call[] =>
      callsOf(events.get(rank), region).filter(({ line }) => line === at.get(mark));
    /** How long calls of rank 1 wait for sends of rank 0 (Wolf 2003, example 3.1), in seconds. */
    const waited = (receives: readonly Call[], sends: readonly Call[]): number => {
      expect([receives.length, sends.length]).toEqual([3, 3]);
      const ticks = receives.map(({ enter, leave }, nth) => {
        const sent = elementAt(sends, nth).enter;
        return Number((sent < leave ? sent : leave) - enter);
      });
      return ticks.reduce((sum, wait) => sum + Math.max(wait, 0), 0) / Number(clock.ticksPerSecond);
    };
    const found = traceValues(folder)('mpi_latesender');
    const foundAt = (region: string, mark: string): number =>
      [...found]
        .filter(([path]) => path.includes(`/${region}(`) && path.endsWith(`/${at.get(mark) ?? ''}`))
        .reduce((sum, [path, wait]) => sum + (/objects\.main\(.*\/objects\.\w+\(/.test(path) ? wait : Number.NaN), 0);
    const objects = waited(callsAt('1', 'MPI_Mprobe', 'recv'), callsAt('0', 'MPI_Send', 'send'));
    const buffers = waited(callsAt('1', 'MPI_Recv', 'Recv'), callsAt('0', 'MPI_Send', 'Send'));
    expect(foundAt('MPI_Mprobe', 'recv')).toBeCloseTo(objects, 6);
    expect(foundAt('MPI_Recv', 'Recv')).toBeCloseTo(buffers, 6);
    expect(objects + buffers).toBeGreaterThan(0);
  });
});
