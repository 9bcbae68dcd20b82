import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiled } from '../support/compiled.js';
import { combinations } from '../support/matrix.js';
import { readEvents } from './archive.js';
import { environment, fresh, patient, programs, wrapper } from './support.js';

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}

const compilers = [
  ['gcc', 'ranges.c'],
  ['clang', 'ranges.c'],
  ['gcc', 'ways-out.c'],
  ['g++', 'ways-out.cpp'],
  ['clang++', 'ways-out.cpp'],
  ['gfortran', 'ways-out.f90'],
] as const;
const installed: (readonly [string, string])[] = [];
for (const each of compilers) if (arch() === 'x64' && (await has(each[0]))) installed.push(each);
const ways = ['-O0', '-O1 -fno-omit-frame-pointer', '-O2 -fPIC -fno-plt', '-O3 -march=native'];
const cases = installed.flatMap(([compiler, source]) => ways.map((flags) => [compiler, flags, source] as const));

type Lines = readonly [first: number, last: number];

/** Returns the file that lists the measured lines for the build: range 0 is `r0`, and so on. */
function listOf(source: string, ranges: readonly Lines[]): string {
  const path = fresh('ranges');
  const rows = ranges.map(
    ([first, last], index) => `${first}\t${last}\t${join(programs, source)}\tRANGES\tr${index}\n`,
  );
  writeFileSync(path, rows.join(''));
  return path;
}

async function build(compiler: string, source: string, flags: string, list?: string): Promise<string> {
  const env = { ...environment, TRIMTAB_SLEDS: '1', TRIMTAB_OPENMP: '0' };
  const { program, stderr } = await compiled({
    command: list === undefined ? [compiler] : [wrapper, compiler],
    flags: [...flags.split(' '), '-w', '-pthread'],
    sources: [join(programs, source)],
    libraries: ['-lm', '-ldl'],
    ...(list === undefined ? {} : { env: { ...env, TRIMTAB_RANGES: list } }),
  });
  expect(stderr).not.toContain('trimtab-as');
  return program;
}

interface Ran {
  readonly said: readonly unknown[];
  readonly folder: string;
}

async function run(program: string, env: Record<string, string> = {}): Promise<Ran> {
  const folder = fresh('run');
  const { stdout, exitCode } = await execa(program, [], {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
  });
  return { said: [stdout, exitCode], folder };
}

/** How often each range was visited, by its name. */
async function visitsOf(folder: string): Promise<Map<string, number>> {
  const visits = new Map<string, number>();
  for (const events of (await readEvents(folder)).values())
    for (const { kind, text } of events) {
      const name = /"(r\d+)"/.exec(text)?.[1];
      if (kind === 'ENTER' && name !== undefined) visits.set(name, (visits.get(name) ?? 0) + 1);
    }
  return visits;
}

/** The range that a mark in a program names: from `MARK name` up to `END name`. */
function linesOf(source: string, name: string): Lines {
  const lines = readFileSync(join(programs, source), 'utf8').split('\n');
  const find = (word: string): number => lines.findIndex((text) => text.includes(`${word} ${name} `)) + 1;
  return [find('MARK'), find('END')];
}

const ALL = { TRIMTAB_FUNCTIONS: 'all', TRIMTAB_BUDGET: '1000000000' };

/** Of each program some ranges of one line, of a few, over whole functions, and over all. */
function rangesOver(source: string, shift: number): Lines[] {
  const count = readFileSync(join(programs, source), 'utf8').split('\n').length;
  const lengths = [1, 2, 3, 5, 8, 20, 60];
  return Array.from({ length: 10 }, (_, index): Lines => {
    const first = 1 + ((index * 37 + shift * 11) % count);
    return [first, Math.min(count, first + (lengths[index % lengths.length] ?? 1) - 1)];
  });
}

describe.skipIf(installed.length === 0)('ranges of lines', patient, () => {
  it.each(combinations(cases))(
    'begin as often as they end, and change nothing: %s %s %s',
    async (compiler, flags, source) => {
      const plain = await execa(await build(compiler, source, flags), { reject: false });
      const list = listOf(source, rangesOver(source, ways.indexOf(flags)));
      const program = await build(compiler, source, flags, list);
      const ran = await run(program, flags.includes('-O2') ? { TRIMTAB_FUNCTIONS: '0' } : ALL);
      expect(ran.said).toEqual([plain.stdout, plain.exitCode]);
      const { stdout } = await execa('otf2-print', ['-A', join(ran.folder, 'traces.otf2')]);
      expect(stdout).toMatch(/REGIONS_CLOSED\nProperty value +0\n/);
      expect(stdout).toMatch(/RECORDS_MISPLACED\nProperty value +0\n/);
      expect(stdout).not.toContain('REGIONS_OVERLAPPING');
      expect([...(await visitsOf(ran.folder)).values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
    },
  );

  it.each(installed.filter(([, source]) => source === 'ranges.c'))(
    'are visited as often as the program runs them: %s %s',
    async (compiler, source) => {
      const names = ['body', 'leaves', 'switch', 'recursion', 'whole loop', 'caught', 'jumped'];
      const list = listOf(
        source,
        names.map((name) => linesOf(source, name)),
      );
      // Optimized, loops and branches may be other ones.
      const visits = await visitsOf((await run(await build(compiler, source, '-O0', list))).folder);
      expect(Object.fromEntries(names.map((name, index) => [name, visits.get(`r${index}`)]))).toEqual({
        body: 90,
        leaves: 40,
        switch: 35,
        recursion: 15,
        'whole loop': 10,
        caught: 1,
        jumped: 6,
      });
    },
  );

  it('are one start and one stop, and eight of ten instructions, in the example of Shende (figure 35)', async () => {
    if (!installed.some(([name]) => name === 'gcc')) return;
    const program = await build('gcc', 'figure35.c', '-O2', listOf('figure35.c', [[6, 8]]));
    const { stdout } = await execa('readelf', ['-p', 'trimtab_range_facts', program]);
    // In the lines, of others, of none, begins, ends.
    expect(stdout).toMatch(/figure35\.c\^Ir0\^If\^I8\^I0\^I0\^I1\^I1\^I/);
    const visits = await visitsOf((await run(program)).folder);
    expect(visits.get('r0')).toBe(3);
  });

  it('have their lines in the archive, and are below their function', async () => {
    const [compiler = 'gcc', source = 'ranges.c'] = installed.find(([, name]) => name === 'ranges.c') ?? [];
    const lines = linesOf(source, 'whole loop');
    const { folder } = await run(await build(compiler, source, '-O2', listOf(source, [lines])), ALL);
    const { stdout } = await execa('otf2-print', ['-G', join(folder, 'traces.otf2')]);
    const region = stdout.split('\n').find((line) => line.includes('"r0"') && line.startsWith('REGION')) ?? '';
    expect(region).toContain(`"range\t${lines[0]}\t${lines[1]}\tRANGES"`);
    expect(region).toMatch(new RegExp(`Paradigm: USER.*/ranges\\.c" <\\d+>, Begin: ${lines[0]}, End: ${lines[1]}$`));
    const open: string[] = [];
    const around = new Set<string | undefined>();
    for (const { kind, text } of [...(await readEvents(folder)).values()].flat()) {
      const name = /"([^"]+)"/.exec(text)?.[1] ?? '';
      if (kind === 'ENTER' && name === 'r0') around.add(open.at(-1));
      if (kind === 'ENTER') open.push(name);
      if (kind === 'LEAVE') open.pop();
    }
    expect([...around]).toEqual(['whole']);
  });

  it.each(
    installed
      .filter(([compiler]) => compiler.endsWith('++'))
      .flatMap(([compiler]) => ['-O1', '-O2 -gdwarf-4', '-O2', '-O3 -g3'].map((flags) => [compiler, flags] as const)),
  )('go on in what is inlined into their lines: %s %s', async (compiler, flags) => {
    const source = 'inlined-calls.cpp';
    const plain = await execa(await build(compiler, source, flags));
    const ran = await run(await build(compiler, source, flags, listOf(source, [linesOf(source, 'loop')])), ALL);
    expect(ran.said).toEqual([plain.stdout, 0]);
    // 12 calls of 40 and more iterations: inlined code would end the range and begin it again in each of them. Code
    // that is moved out of the loop may be apart from it.
    const visits = (await visitsOf(ran.folder)).get('r0');
    expect(visits).toBeGreaterThanOrEqual(12);
    expect(visits).toBeLessThanOrEqual(36);
  });

  it('are profiled too', async () => {
    const [compiler = 'gcc', source = 'ranges.c'] = installed.find(([, name]) => name === 'ranges.c') ?? [];
    const program = await build(compiler, source, '-O1', listOf(source, [linesOf(source, 'body')]));
    const { folder } = await run(program, { TRIMTAB_MODE: 'profile' });
    const { stdout } = await execa('tar', ['-xOf', join(folder, 'profile.cubex'), 'anchor.xml']);
    expect(stdout).toMatch(/<region[^>]*begin="\d+" end="\d+">\s*<name>r0<\/name>/);
  });
});
