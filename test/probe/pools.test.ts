/** Threads that a program creates have its names for them, or those of the functions that created them. */
import { execa } from 'execa';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { threadPoolLines } from '../../src/cli/text/threadPoolLines.js';
import { PLAIN } from '../../src/cli/terminal/terminal.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { compiled } from '../support/compiled.js';
import { environment, fresh, marked, mpis, patient, programs, wrapper } from './support.js';

const compiler = await execa('g++', ['--version'], { reject: false });
const isHere = mpis.length > 0 && compiler.exitCode === 0;

async function run(
  source: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const command = [wrapper, source.endsWith('.c') ? 'gcc' : 'g++'];
  const sources = [join(programs, source)];
  const { program } = await compiled({ command, flags: ['-w', '-pthread', ...flags], sources, env: environment });
  const folder = fresh('run');
  await execa(program, [], { env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env } });
  return folder;
}

/** Names of locations, as OTF2's own reader prints them. */
async function printedNames(folder: string): Promise<string[]> {
  const { stdout } = await execa('otf2-print', ['-G', join(folder, 'traces.otf2')]);
  return [...stdout.matchAll(/^LOCATION .* Name: "([^"]*)"/gm)].map(([, name = '']) => name);
}

/** Names without numbers of threads, which depend on the thread that records first. */
const kinds = (names: readonly string[]): string[] =>
  names.map((name) => name.replace(/\b(thread|Thread) \d+/, '$1')).toSorted();

const POSIX = [
  'Master thread',
  'pool of start_more (worker), thread',
  ...Array.from({ length: 3 }, () => 'pool of start_workers (worker), thread'),
  'reader (thread)',
];
const CXX = [
  'Master thread',
  'logger (thread)',
  ...Array.from({ length: 2 }, () => 'pool of in_background, thread'),
  ...Array.from({ length: 3 }, () => 'pool of tools::ThreadPool::ThreadPool, thread'),
];

describe.skipIf(!isHere)('threads that the program creates', patient, () => {
  it.each([
    ['pools.c', '-O0', POSIX],
    ['pools.c', '-O2', POSIX],
    ['pools.cpp', '-O0', CXX],
    ['pools.cpp', '-O2', CXX],
  ])('have the names of their creators in archives: %s %s', async (source, level, expected) => {
    const names = await printedNames(await run(source, [level]));
    expect(kinds(names)).toEqual(expected);
    const numbers = names.flatMap((name) => /thread (\d+)/.exec(name)?.[1] ?? []);
    expect(numbers.map(Number).toSorted()).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each([
    ['pools.c', POSIX],
    ['pools.cpp', CXX],
  ])('have them in profiles, also if their calls are recorded: %s', async (source, expected) => {
    const folder = await run(source, ['-O2'], { TRIMTAB_MODE: 'profile', TRIMTAB_THREADS: '1' });
    const { definitions } = toSpace(openCube(join(folder, 'profile.cubex')));
    expect(kinds(definitions.locations.map(({ name }) => name))).toEqual(expected);
  });

  it('have them in programs without debug information', async () => {
    const folder = await run('pools.cpp', ['-O2', '-g0']);
    const names = kinds(await printedNames(folder));
    expect(names.filter((name) => name.startsWith('pool of tools::ThreadPool::ThreadPool'))).toHaveLength(3);
  });

  it('are pools with the line of their creation', async () => {
    const { properties } = openArchive(await run('pools.c', ['-O2'])).definitions;
    const pools = (properties.get('TRIMTAB::THREAD_POOLS') ?? '').split('\n').map((pool) => pool.split('\t'));
    const file = join(programs, 'pools.c');
    expect(pools).toContainEqual(['3 pool of start_workers (worker)', file, String(marked('pools.c', 'workers'))]);
    expect(pools).toContainEqual(['1 pool of start_more (worker)', file, String(marked('pools.c', 'more'))]);
    expect(pools).toHaveLength(3);
  });

  it('are named in the report', async () => {
    const { report } = analyzeTrace(openArchive(await run('pools.cpp', ['-O0'])), { program: 'pools' });
    expect(kinds(report.locations)).toContain('Process, pool of tools::ThreadPool::ThreadPool, thread');
    const pool = { file: join(programs, 'pools.cpp'), line: marked('pools.cpp', 'pool') };
    expect(report.threadPools).toContainEqual({ name: 'tools::ThreadPool::ThreadPool', threads: 3, place: pool });
    const lines = [...threadPoolLines(report, { width: 200, folder: programs, style: PLAIN })];
    expect(lines[0]).toContain(`3 threads of tools::ThreadPool::ThreadPool (pools.cpp:${pool.line})`);
  });

  it('keep the names of OpenMP if its runtime creates them', async () => {
    const { program } = await compiled({
      command: [wrapper, 'gcc'],
      flags: ['-w', '-O1', '-fopenmp'],
      sources: [join(programs, 'openmp.c')],
      env: environment,
    });
    const folder = fresh('run');
    await execa(program, [], { env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, OMP_NUM_THREADS: '3' } });
    const names = await printedNames(folder);
    expect(names.filter((name) => name.includes('pool'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('OMP thread')).length).toBeGreaterThan(1);
  });
});
