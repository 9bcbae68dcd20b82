/**
 * Peak heap, and the calls that allocated it: programs that allocate known amounts, compared with the data of the
 * system.
 */
import { execa } from 'execa';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { memoryOf } from '../../src/analysis/report/memory.js';
import { absent } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { MemoryCall, MemoryReport } from '../../src/model/findings/memory.js';
import { readEvents } from './archive.js';
import {
  buildOnce,
  finish,
  environment,
  fresh,
  marked,
  mpis,
  patient,
  prepare,
  programs,
  remarksIn,
  run,
  wrapper,
} from './support.js';

const MIB = 2 ** 20;
/** Memory for the record of a block, and that of the C library and MPI. */
const SLACK = 100_000;

const definitionsOf = (folder: string) =>
  existsSync(join(folder, 'traces.otf2'))
    ? openArchive(folder).definitions
    : toSpace(openCube(join(folder, 'profile.cubex'))).definitions;

function memoryIn(folder: string): MemoryReport {
  return memoryOf(definitionsOf(folder)) ?? absent(0);
}

/** Returns the heap levels of a rank over time in the trace, in bytes. */
async function levelsOf(folder: string, rank: number): Promise<number[]> {
  const events = [...(await readEvents(folder))].filter(([location]) => BigInt(location) % 2n ** 32n === BigInt(rank));
  const told = events.flatMap(([, own]) => own.filter(({ kind }) => kind === 'METRIC'));
  told.sort((a, b) => Number(a.time - b.time));
  return told.map(({ text }) => Number(/"heap"; DOUBLE; ([\d.e+]+)/.exec(text)?.[1]));
}

/** The maxima that a profile has as a metric, by rank, the highest first. */
function highWaterIn(folder: string): [number, number][] {
  const report = openCube(join(folder, 'profile.cubex'));
  const { metrics, locations, groups } = report.anchor;
  const index = metrics.findIndex(({ name, dataType }) => name === 'heap' && dataType === 'MAXDOUBLE');
  const rows = report.rows(index);
  expect(rows?.callPath).toHaveLength(1);
  return [...(rows?.value ?? [])]
    .flatMap((value, at): [number, number][] =>
      value === 0 ? [] : [[groups[locations[at]?.group ?? -1]?.rank ?? -1, value]],
    )
    .sort(([, a], [, b]) => b - a);
}

/** Returns the allocations at a line. */
function at(memory: MemoryReport, line: number): MemoryCall | undefined {
  return memory.calls.find(({ place }) => place?.line === line);
}

/** Builds a program without MPI. @returns its path */
async function buildAlone(compiler: string, source: string, flags: readonly string[] = ['-O2']): Promise<string> {
  const place = fresh('heap');
  mkdirSync(place);
  const program = join(place, 'program');
  const command = [compiler, '-w', ...flags, '-o', program, join(programs, source)];
  await execa(wrapper, command, { env: environment, cwd: place });
  return program;
}

async function runAlone(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const folder = fresh('run');
  const result = await execa(program, args, {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
    timeout: 300_000,
  });
  const { stdout, signal, stderr } = result;
  return { folder, stdout, signal, remarks: remarksIn(stderr) };
}

const available = async (compiler: string) => (await execa(compiler, ['--version'], { reject: false })).exitCode === 0;
const compilers = { cpp: await available('g++'), fortran: await available('gfortran') };
const isHere = mpis.length > 0 && ['x64', 'arm64'].includes(process.arch);

describe.skipIf(!isHere)('memory of ranks', patient, () => {
  const mpi = mpis[0] ?? 'openmpi';
  const build = buildOnce();
  beforeAll(() => prepare(mpi));

  it.each(['trace', 'profile'])('is reported by rank and by line, of a %s', async (mode) => {
    const program = await build(mpi, 'heap.c', ['-O1', '-pthread']);
    const env = { TRIMTAB_MEMORY: '1', TRIMTAB_MODE: mode };
    const { folder, exitCode } = await run(mpi, program, { ranks: 2, env, raw: true });
    await finish(mpi, folder);
    expect(exitCode).toBe(0);
    const memory = memoryIn(folder);
    expect(memory.measured).toBe(2);
    expect(memory.processes.map(({ rank }) => rank)).toEqual([1, 0]);
    // 20 MiB of a field, 8 of a table, and 2 in blocks of 1 KiB, twice as much on rank 1.
    const [large, small] = memory.processes.map(({ high }) => high);
    expect((large ?? 0) - (small ?? 0)).toBeGreaterThan(30 * MIB);
    expect((large ?? 0) - (small ?? 0)).toBeLessThan(30 * MIB + SLACK);
    expect(memory.mean).toBeCloseTo(((large ?? 0) + (small ?? 0)) / 2, 0);
    const field = at(memory, marked('heap.c', 'field'));
    expect(field?.callPath.map(({ region }) => region)).toEqual(['main', 'field']);
    expect(field?.rank).toBe(1);
    expect(field?.high).toBeGreaterThanOrEqual(60 * MIB);
    expect(field?.high).toBeLessThan(60 * MIB + 20_000);
    expect(field?.most).toBeGreaterThanOrEqual(40 * MIB);
    expect(at(memory, marked('heap.c', 'table'))?.high).toBeGreaterThanOrEqual(24 * MIB);
    // Small blocks represent others: the estimate of 6 MiB is accurate within a third.
    const kept = at(memory, marked('heap.c', 'small'))?.high ?? 0;
    expect(kept).toBeGreaterThan(4 * MIB);
    expect(kept).toBeLessThan(8 * MIB);
    // 5 MiB that came later, and the field's rest, are held to the end and were not then.
    const late = memory.calls.filter(({ place }) => place?.line === marked('heap.c', 'field')).at(-1);
    expect(late).toMatchObject({ high: 0, blocks: 2 });
    expect(late?.end).toBeGreaterThanOrEqual(15 * MIB);
    expect(at(memory, marked('heap.c', 'shrink'))?.end).toBeGreaterThanOrEqual(12 * MIB);
    if (mode === 'profile') {
      expect(highWaterIn(folder)).toEqual(memory.processes.map(({ rank, high }) => [rank, high]));
      return;
    }
    // Over time: the largest recorded value is the peak, within the unrecorded amount, and the level falls after it.
    for (const { rank, high } of memory.processes) {
      const levels = await levelsOf(folder, rank);
      const most = Math.max(...levels);
      expect(Math.abs(most - high)).toBeLessThanOrEqual(high / 128 + 32_768);
      expect(levels.slice(levels.indexOf(most)).some((bytes) => bytes < most - 19 * MIB * (rank + 1))).toBe(true);
      // Two threads allocate and free 100,000 bytes a thousand times, far below 1/128 of the peak.
      expect(levels.length).toBeLessThan(400);
    }
  });

  it('is absent unless requested', async () => {
    const { folder } = await run(mpi, await build(mpi, 'heap.c', ['-O1', '-pthread']));
    expect(memoryOf(definitionsOf(folder))).toBeUndefined();
  });
});

describe.skipIf(!isHere || !compilers.cpp)('memory of C++', patient, () => {
  const program = buildAlone('g++', 'heap.cpp', ['-O2', '-pthread', '-ldl']);
  const measure = async (args: readonly string[] = [], env: Record<string, string> = {}) =>
    runAlone(await program, args, { TRIMTAB_MEMORY: '1', ...env });
  const line = (name: string) => marked('heap.cpp', name);

  it('is what the C library itself counts, and no more than the system saw', async () => {
    const { folder, stdout } = await measure();
    const own = Number(/taken (\d+)/.exec(stdout)?.[1]);
    const [most] = memoryIn(folder).processes;
    expect(Math.abs((most?.high ?? 0) - own)).toBeLessThan(SLACK);
    expect(most?.resident).toBeGreaterThan(46 * MIB);
    expect(stdout).toContain('1048576');
  });

  it('is attributed to lines of the program, not of the headers that allocate it', async () => {
    const { folder } = await measure();
    const memory = memoryIn(folder);
    const held = (name: string) => (at(memory, line(name))?.high ?? 0) / MIB;
    expect(held('grid')).toBeCloseTo(32, 1);
    expect(held('block')).toBeCloseTo(10, 1);
    expect(held('grow')).toBeCloseTo(4, 1);
    // Twice 2^n bytes for each step of growth.
    expect(at(memory, line('grow'))?.taken).toBeGreaterThan(7 * MIB);
    expect(at(memory, line('thread'))).toMatchObject({ high: 0, end: 0 });
  });

  it('is reported for a program that a signal ends, and a child does not count', async () => {
    const killed = await measure(['signal'], { TRIMTAB_FINISH: '0' });
    expect(killed.signal).toBe('SIGTERM');
    await finish(mpis[0] ?? 'openmpi', killed.folder);
    expect((memoryIn(killed.folder).processes[0]?.high ?? 0) / MIB).toBeCloseTo(46, 0);
    const forked = await measure(['fork']);
    expect(forked.stdout).toContain('child 0');
    expect(memoryIn(forked.folder).processes[0]?.high).toBeLessThan(60 * MIB);
  });

  it('is watched in libraries that are loaded later', async () => {
    const library = join(fresh('library'), '..', 'libtaker.so');
    await execa('gcc', ['-g', '-O1', '-shared', '-fPIC', '-o', library, join(programs, 'taker.c')]);
    const { folder, stdout } = await measure(['', library]);
    expect(stdout).toContain('library 1');
    expect(at(memoryIn(folder), marked('taker.c', 'take'))?.taken).toBeGreaterThanOrEqual(30 * MIB);
  });

  it('leaves the behavior of the program unchanged', async () => {
    const without = await runAlone(await program, [], {});
    const { stdout } = await measure();
    const results = (text: string) => text.replace(/taken \d+/, '');
    expect(results(stdout)).toBe(results(without.stdout));
  });

  it('is not measured if the program has a custom heap, which is reported', async () => {
    const own = await buildAlone('gcc', 'own_heap.c', ['-O1', '-fno-builtin']);
    const { folder, stdout, remarks } = await runAlone(own, [], { TRIMTAB_MEMORY: '1' });
    expect(stdout).toBe('1');
    expect(remarks.join('\n')).toContain('memory is not measured');
    expect(memoryOf(definitionsOf(folder))).toBeUndefined();
  });
});

describe.skipIf(!isHere || !compilers.fortran)('memory of Fortran', patient, () => {
  it('is attributed to lines of allocate statements', async () => {
    const program = await buildAlone('gfortran', 'heap.f90', ['-O1']);
    const { folder, stdout } = await runAlone(program, [], { TRIMTAB_MEMORY: '1' });
    expect(stdout.trim()).not.toBe('');
    const memory = memoryIn(folder);
    const line = (name: string) => marked('heap.f90', name);
    // 8 MiB of the field and 32 of the last scratch array.
    expect((memory.processes[0]?.high ?? 0) / MIB).toBeCloseTo(40, 0);
    expect((at(memory, line('field'))?.high ?? 0) / MIB).toBeCloseTo(8, 1);
    expect((at(memory, line('scratch'))?.high ?? 0) / MIB).toBeCloseTo(32, 1);
    expect((at(memory, line('scratch'))?.taken ?? 0) / MIB).toBeCloseTo(80, 1);
    expect((at(memory, line('more'))?.end ?? 0) / MIB).toBeLessThanOrEqual(4.1);
  });
});
