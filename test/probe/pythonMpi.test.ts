/** MPI calls of programs in Python. */
import { execa } from 'execa';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { readEvents, regionOf, type Event } from './archive.js';
import { traceValues } from './profiles.js';
import { preloader, pythons } from './pythonPrograms.js';
import { cache, environment, fresh, mpis, patient, programs, type Mpi } from './support.js';

/** A Python with mpi4py, and the MPI that this was made for. */
interface WithMpi4py {
  readonly python: string;
  readonly library: Mpi;
}

/**
 * Returns the first available one: the usual one may be of another kind than the system's, which packages are made for.
 */
async function withMpi4py(): Promise<WithMpi4py | undefined> {
  const script = 'from mpi4py import MPI; print(MPI.Get_library_version())';
  for (const python of [process.env.TRIMTAB_TEST_PYTHON ?? 'python3', '/usr/bin/python3']) {
    const told = await execa(python, ['-c', script], { env: environment, reject: false });
    const library = told.exitCode !== 0 ? undefined : told.stdout.startsWith('Open MPI') ? 'openmpi' : 'mpich';
    if (library !== undefined && mpis.includes(library)) return { python, library };
  }
  return undefined;
}

const mpi4py = pythons.length > 0 ? await withMpi4py() : undefined;
if (mpi4py === undefined)
  console.warn('No mpi4py here: MPI calls of Python are not tested; TRIMTAB_TEST_PYTHON names a Python with it.');

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

  it('are at the lines that make them, of buffers, objects, requests and collective operations', async () => {
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

  it('wait for late senders as long as in the events, even if the message is an object', async () => {
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
