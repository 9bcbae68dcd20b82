/** Profiles have the same values of each call path as the trace of the same records. */
import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { openmpCompilers } from '../support/openmpCompilers.js';
import { compiled } from '../support/compiled.js';
import { combinations, usually } from '../support/matrix.js';
import { profileValues, traceValues, type ByPath } from './profiles.js';
import {
  buildOnce,
  environment,
  finish,
  fortranMpis,
  fresh,
  mpis,
  patient,
  programs as sources,
  run,
  wrapper,
} from './support.js';

const build = buildOnce();

/** Half a tick of the slowest clock that there is, in seconds: times are sums of whole ticks. */
const HALF_A_TICK = 5e-10;

/** The paths whose values differ by half a tick or more, with both values. */
function differences(trace: ByPath, profile: ByPath): string[] {
  return [...new Set([...trace.keys(), ...profile.keys()])].flatMap((path) => {
    const [a, b] = [trace.get(path) ?? 0, profile.get(path) ?? 0];
    return Math.abs(a - b) < HALF_A_TICK ? [] : [`${path}: trace ${a}, profile ${b}`];
  });
}

/** How often buffers are written or folded, and how often a program looks for messages, differs from run to run. */
function repeatable(values: ByPath): ByPath {
  return new Map([...values].filter(([path]) => !/TRACE BUFFER FLUSH|MPI_Im?probe|MPI_Test/.test(path)));
}

/** Returns time on call paths, without that of idle threads, which only traces contain. */
function spentIn(trace: (metric: string) => ByPath): ByPath {
  const idle = trace('omp_idle_threads');
  return new Map([...trace('time')].map(([path, seconds]) => [path, seconds - (idle.get(path) ?? 0)]));
}

/** Builds a program without MPI. @returns its path */
async function buildAlone(compiler: string, source: string, flags: readonly string[]): Promise<string> {
  const { program } = await compiled({
    command: [wrapper, compiler],
    flags: ['-w', ...flags],
    sources: [join(sources, source)],
    env: environment,
  });
  return program;
}

/** @returns the folder of the run */
async function runAlone(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const folder = fresh('run');
  await execa(program, [], { env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env }, timeout: 300_000 });
  return folder;
}

const programs: readonly (readonly [source: string, ranks: number, flags: readonly string[]])[] = [
  ['messages.c', 2, ['-O1']],
  ['collectives.c', 4, ['-O1']],
  ['requests.c', 2, ['-O1']],
  ['sites.c', 2, ['-O1']],
  ['oneSided.c', 4, ['-O1']],
  ['cxx.cpp', 2, ['-O1']],
  ['inlined.cpp', 2, ['-O2']],
  ['threads.c', 2, ['-O1', '-pthread']],
  ['hybrid.c', 2, ['-O1', '-fopenmp']],
  ['user.c', 2, ['-O1', '-pthread']],
  ['fortran_lines.f90', 2, ['-O1']],
  ['fortran_mpi.f90', 2, ['-O1']],
  ['inlined.f90', 2, ['-O2']],
];

describe.skipIf(mpis.length === 0)('a profile made of the records of a trace', patient, () => {
  const mpi = elementAt(mpis, 0);
  const possible = programs.filter(([source]) => !source.includes('.f') || fortranMpis.includes(mpi));

  it.each(possible)('has the times and visits of the trace: %s', async (source, ranks, flags) => {
    const { folder } = await run(mpi, await build(mpi, source, flags), { ranks, env: { TRIMTAB_KEEP_RAW: '1' } });
    await finish(mpi, '--profile', folder);
    const [trace, profile] = [traceValues(folder), profileValues(folder)];
    expect(profile('visits').size).toBeGreaterThan(2);
    expect(differences(trace('visits'), profile('visits'))).toEqual([]);
    expect(differences(spentIn(trace), profile('time'))).toEqual([]);
  });
});

/** The sum over all threads, by path. */
function ofAllThreads(values: ByPath): ByPath {
  const sums = new Map<string, number>();
  for (const [key, value] of values) {
    const path = key.replace(/^.*? (Master thread|OMP thread \d+) /, '');
    sums.set(path, (sums.get(path) ?? 0) + value);
  }
  return sums;
}

const threaded = mpis.length > 0 ? openmpCompilers() : [];
const parallelPrograms = threaded.flatMap((compiler) => [
  ...['openmp.c', 'nested.c', 'tasks.c'].map((source) => [compiler, source] as const),
  ...(compiler === 'gcc' && fortranMpis.length > 0 ? [['gfortran', 'openmp.f90'] as const] : []),
]);

describe.skipIf(threaded.length === 0)('a profile made of records of OpenMP', patient, () => {
  it.each(combinations(parallelPrograms))('has the times and visits of the trace: %s %s', async (compiler, source) => {
    const program = await buildAlone(compiler, source, ['-O1', '-fopenmp']);
    const folder = await runAlone(program, { TRIMTAB_KEEP_RAW: '1', OMP_NUM_THREADS: '3' });
    await finish(elementAt(mpis, 0), '--profile', folder);
    const [trace, profile] = [traceValues(folder), profileValues(folder)];
    const inherited = [...profile('time').keys()].filter((path) => /OMP thread.*main.*!\$omp parallel/.test(path));
    expect(inherited).not.toEqual([]);
    expect(profile('visits').size).toBeGreaterThan(5);
    expect(differences(trace('visits'), profile('visits'))).toEqual([]);
    expect(differences(spentIn(trace), profile('time'))).toEqual([]);
  });

  it.each(threaded)('has what was folded while a program compiled by %s ran', async (compiler) => {
    const env = { TRIMTAB_KEEP_RAW: '1', TRIMTAB_BUFFER_BYTES: '4096', OMP_NUM_THREADS: '2' };
    const program = await buildAlone(compiler, 'nested.c', ['-O1', '-fopenmp']);
    const asTrace = await runAlone(program, env);
    await finish(elementAt(mpis, 0), '--profile', asTrace);
    const asProfile = await runAlone(program, { ...env, TRIMTAB_MODE: 'profile' });
    const [trace, profile] = [profileValues(asTrace), profileValues(asProfile)].map((values) =>
      ofAllThreads(repeatable(values('visits'))),
    );
    expect(trace?.size).toBeGreaterThan(10);
    expect(differences(trace ?? new Map(), profile ?? new Map())).toEqual([]);
  });
});

describe.skipIf(mpis.length === 0)('a program run with TRIMTAB_MODE=profile', patient, () => {
  const env = { TRIMTAB_KEEP_RAW: '1', TRIMTAB_BUFFER_BYTES: '4096' };

  it.each(usually(mpis, 'mpich'))(
    'leaves a profile in place of a trace, with the visits and bytes of the trace: %s',
    async (mpi) => {
      const program = await build(mpi, 'messages.c');
      const asTrace = await run(mpi, program, { env });
      await finish(mpi, '--profile', asTrace.folder);
      const { folder, remarks } = await run(mpi, program, { env: { ...env, TRIMTAB_MODE: 'profile' } });
      expect(remarks).toEqual([]);
      expect(existsSync(join(folder, 'traces.otf2'))).toBe(false);
      const [trace, profile] = [profileValues(asTrace.folder), profileValues(folder)];
      for (const metric of ['visits', 'bytes_sent', 'bytes_received', 'messages_sent', 'messages_received'])
        expect(differences(repeatable(trace(metric)), repeatable(profile(metric))), metric).toEqual([]);
      expect(differences(trace('messages_sent'), new Map())).not.toEqual([]);
    },
  );
});

describe.skipIf(mpis.length === 0)('a trace that reaches its limit', patient, () => {
  const mpi = elementAt(mpis, 0);
  /** Returns the visits of a run with a complete trace and of one with a limit. */
  async function visits(program: string, args: readonly string[], limit: string): Promise<[ByPath, ByPath, string]> {
    const env = { TRIMTAB_KEEP_RAW: '1', TRIMTAB_BUFFER_BYTES: '8192' };
    const whole = await run(mpi, program, { args, env });
    await finish(mpi, '--profile', whole.folder);
    const cut = await run(mpi, program, { args, env: { ...env, TRIMTAB_MAX_BYTES: limit } });
    expect(existsSync(join(cut.folder, 'traces.otf2'))).toBe(limit !== '0');
    return [
      repeatable(profileValues(whole.folder)('visits')),
      repeatable(profileValues(cut.folder)('visits')),
      cut.folder,
    ];
  }

  it.each(['0', '10000', '15000', '20000'])('continues as a profile, which has all of the run: %s', async (limit) => {
    const program = await build(mpi, 'recursive.c', ['-O1']);
    const [whole, cut, folder] = await visits(program, [], limit);
    expect(whole.size).toBeGreaterThan(20);
    expect(differences(whole, cut)).toEqual([]);
    if (limit === '0') return; // there is no trace
    const { report } = analyzeTrace(openArchive(join(folder, 'traces.otf2')), { program: 'test' });
    expect(report.doubts?.map(({ title }) => title)).toContain('the trace ends before the run');
  });
});
