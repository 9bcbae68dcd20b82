/** Ranges of lines that are run by several functions, copies of functions and threads: visits are those that the program
 *  counts itself, what it prints stays the same, and every visit ends. */
import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rangeFacts } from '../../src/measurement/ranges/facts.js';
import { compiled } from '../support/compiled.js';
import { combinations } from '../support/matrix.js';
import { readEvents } from './archive.js';
import { environment, fresh, patient, programs, wrapper } from './support.js';

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}

/** A program, the file that its ranges are in, and their names. */
interface Program {
  readonly source: string;
  readonly ranges: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

const copies: Program = {
  source: 'range-copies.cpp',
  ranges: {
    template: 'range-copies.hpp',
    inlined: 'range-copies.hpp',
    thrown: 'range-copies.hpp',
    deep: 'range-copies.cpp',
  },
  flags: [],
};
const team: Program = {
  source: 'range-team.c',
  ranges: { loop: 'range-team.c', team: 'range-team.c', task: 'range-team.c' },
  flags: ['-fopenmp'],
};
const fortran: Program = {
  source: 'range-team.f90',
  ranges: { loop: 'range-team.f90', array: 'range-team.f90', down: 'range-team.f90' },
  flags: ['-fopenmp'],
};
const all: readonly (readonly [compiler: string, program: Program, ways: readonly string[]])[] = [
  ['g++', copies, ['-O0', '-O1', '-O2', '-O3', '-O2 -flto']],
  ['clang++', copies, ['-O0', '-O2', '-O3']],
  ['gcc', team, ['-O0', '-O2', '-O3']],
  ['clang', team, ['-O0', '-O2']],
  ['gfortran', fortran, ['-O0', '-O2', '-O3']],
];
const cases: (readonly [string, string, string, Program])[] = [];
for (const [compiler, program, ways] of all)
  if (arch() === 'x64' && (await has(compiler)))
    for (const way of ways) cases.push([compiler, program.source, way, program]);

/** The lines of a range, from `MARK name` up to `END name`. */
function rowOf(file: string, name: string): string {
  const lines = readFileSync(join(programs, file), 'utf8').split('\n');
  const lineOf = (word: string): number =>
    lines.findIndex((line) => line.endsWith(word) || line.includes(`${word} `)) + 1;
  return `${lineOf(`MARK ${name}`)}\t${lineOf(`END ${name}`)}\t${join(programs, file)}\tRANGES\t${name}\n`;
}

async function build(compiler: string, { source, flags }: Program, way: string, list?: string): Promise<string> {
  const { program, stderr } = await compiled({
    command: list === undefined ? [compiler] : [wrapper, compiler],
    flags: [...way.split(' '), ...flags, '-w'],
    sources: [join(programs, source)],
    ...(list === undefined ? {} : { env: { ...environment, TRIMTAB_RANGES: list } }),
  });
  expect(stderr).not.toContain('trimtab-as');
  return program;
}

describe.skipIf(cases.length === 0)('ranges of lines in several places', patient, () => {
  it.each(combinations(cases))(
    'are visited as often as the program counts: %s %s %s',
    async (compiler, source, way, program) => {
      const before = Object.values(program.ranges).map((file) => readFileSync(join(programs, file), 'utf8'));
      const list = fresh('ranges');
      writeFileSync(
        list,
        Object.entries(program.ranges)
          .map(([name, file]) => rowOf(file, name))
          .join(''),
      );
      const plain = await execa(await build(compiler, program, way));
      const folder = fresh('run');
      const measured = await build(compiler, program, way, list);
      const { stdout } = await execa(measured, [], {
        env: { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_EXPERIMENT_DIR: folder },
      });
      expect(stdout).toBe(plain.stdout);
      // The minimum that Shende found of three programs (2001, table 3); gcc emits less for OpenMP in C.
      const { instructions = 0, unmapped = 0 } = rangeFacts(measured)?.coverage ?? {};
      expect(1 - unmapped / instructions).toBeGreaterThanOrEqual(source === 'range-team.c' ? 0.5 : 0.748);
      const counted = stdout.split('\n').map((line) => line.split(' '));
      const [entered, left] = [new Map<string, number>(), new Map<string, number>()];
      const threads = new Map<string, Set<string>>();
      for (const [location, events] of await readEvents(folder))
        for (const { kind, text } of events) {
          const name = /"([a-z]+)"/.exec(text)?.[1] ?? '';
          const counts = kind === 'ENTER' ? entered : kind === 'LEAVE' ? left : undefined;
          if (counts === undefined || !(name in program.ranges)) continue;
          counts.set(name, (counts.get(name) ?? 0) + 1);
          threads.set(name, (threads.get(name) ?? new Set()).add(location));
        }
      expect(Object.fromEntries(entered)).toEqual(
        Object.fromEntries(counted.map(([name = '', visits = '']) => [name, Number(visits)])),
      );
      expect(left).toEqual(entered);
      if (source === 'range-team.c') expect(threads.get('team')?.size).toBe(3);
      const after = Object.values(program.ranges).map((file) => readFileSync(join(programs, file), 'utf8'));
      expect(after).toEqual(before);
    },
  );
});
