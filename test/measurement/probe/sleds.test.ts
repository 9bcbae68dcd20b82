import { execa } from 'execa';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { arch } from 'node:os';

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sledFunctions } from '../../../src/measurement/sleds/functions.js';
import { compiled } from '../../support/compiled.js';
import { combinations } from '../../support/matrix.js';
import { countKinds, readEvents } from './archive.js';
import { environment, fresh, mpis, patient, programs, wrapper } from './support.js';

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}

const canSled = arch() === 'x64';
const compilers = [
  ['gcc', 'ways-out.c'],
  ['clang', 'ways-out.c'],
  ['g++', 'ways-out.cpp'],
  ['clang++', 'ways-out.cpp'],
  ['gfortran', 'ways-out.f90'],
] as const;

/** Options of compilers that change what functions look like. */
const ways: readonly (readonly string[])[] = [
  ['-O0'],
  ['-O1', '-fno-omit-frame-pointer'],
  ['-O2'],
  ['-O3', '-march=native'],
  ['-Os'],
  ['-O2', '-flto'],
  ['-O2', '-fno-plt', '-fPIC'],
  ['-O2', '-ffunction-sections', '-Wl,--gc-sections'],
  ['-O2', '-fcf-protection=none', '-fno-pic', '-no-pie'],
  ['-O2', '-pipe', '-g0'],
];

const installed: (readonly [string, string])[] = [];
for (const [compiler, source] of compilers) if (canSled && (await has(compiler))) installed.push([compiler, source]);

const cases = installed.flatMap(([compiler, source]) =>
  ways
    .filter((flags) => !(compiler.startsWith('clang') && flags.includes('-flto')))
    .map((flags) => [compiler, flags.join(' '), source] as const),
);

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly folder: string;
}

async function run(program: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const folder = fresh('sleds');
  const { stdout, stderr, exitCode } = await execa(program, args, {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
  });
  return { stdout, stderr, exitCode, folder };
}

async function build(
  compiler: string,
  source: string,
  flags: readonly string[],
  wrapped: boolean,
  env: Record<string, string> = {},
): Promise<string> {
  const { program } = await compiled({
    command: wrapped ? [wrapper, compiler] : [compiler],
    flags: [...flags, '-w', '-pthread'],
    sources: [join(programs, source)],
    libraries: ['-lm', '-ldl'],
    env: { ...environment, TRIMTAB_SLEDS: '1', ...env },
  });
  return program;
}

/** How often each kind of event is in an archive, over all locations. */
async function countEvents(folder: string): Promise<{ enter: number; leave: number }> {
  const kinds = [...(await readEvents(folder)).values()].map(countKinds);
  const sum = (kind: string): number => kinds.reduce((total, counted) => total + (counted[kind] ?? 0), 0);
  return { enter: sum('ENTER'), leave: sum('LEAVE') };
}

/** As where nobody says anything: what is worth it is recorded, as far as the budget goes. */
const CHOSEN = { TRIMTAB_FUNCTIONS: '1', TRIMTAB_BUDGET: '5' };

/** Everything is recorded, whatever it costs. */
const ALL = { TRIMTAB_FUNCTIONS: 'all', TRIMTAB_BUDGET: '1000000000' };

describe.skipIf(cases.length === 0)('functions with sleds', patient, () => {
  it.each(combinations(cases))('compute the same on and off: %s %s', async (compiler, flags, source) => {
    const options = flags.split(' ');
    const plain = await execa(await build(compiler, source, options, false), { reject: false });
    const program = await build(compiler, source, options, true);
    const off = await run(program, [], { TRIMTAB_FUNCTIONS: '0' });
    const on = await run(program, [], ALL);
    expect([off.stdout, off.exitCode]).toEqual([plain.stdout, plain.exitCode]);
    expect([on.stdout, on.exitCode]).toEqual([plain.stdout, plain.exitCode]);
    const events = await countEvents(on.folder);
    expect(events.enter).toBeGreaterThan(50);
    expect(events.leave).toBe(events.enter);
  });

  it('are left however the program leaves them: nothing is open at the end', async () => {
    for (const source of ['ways-out.c', 'ways-out.cpp']) {
      const compiler = source.endsWith('.c') ? 'gcc' : 'g++';
      const on = await run(await build(compiler, source, ['-O2'], true), [], ALL);
      const said = await execa('otf2-print', ['-A', join(on.folder, 'traces.otf2')], { reject: false });
      expect(said.stdout).toMatch(/REGIONS_CLOSED\nProperty value +0\n/);
    }
  });

  it('can be switched while threads run through them', async () => {
    const program = await build('gcc', 'switching.c', ['-O2'], true);
    const ran = await run(program, ['5000'], { ...ALL, TRIMTAB_FINISH: '0', TRIMTAB_MAX_BYTES: '50000000' });
    expect(ran.stdout).toBe('switched, 0 refused, 0 0 0 0 wrong');
  });

  it.skipIf(mpis.length === 0)('are in no call path of any process when one has switched them off', async () => {
    const [mpi = 'openmpi'] = mpis;
    const program = await build(`mpicc.${mpi}`, 'ranks.c', ['-O2'], true);
    const folder = fresh('ranks');
    await execa(`mpirun.${mpi}`, ['-n', '2', program], {
      env: { ...environment, ...CHOSEN, TRIMTAB_EXPERIMENT_DIR: folder },
    });
    const entered = [...(await readEvents(folder)).values()].map((events) =>
      events.filter(({ kind }) => kind === 'ENTER').map(({ text }) => /"([^"]+)"/.exec(text)?.[1]),
    );
    for (const names of entered) {
      expect(names.filter((name) => name === 'many')).toHaveLength(20);
      expect(names).not.toContain('spin');
    }
    const said = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
    expect(said.stdout).toMatch(/FUNCTIONS_LEFT_OUT\nProperty value +1\n/);
    expect(said.stdout).toMatch(/NAMES_LEFT_OUT\nProperty value +\d+ spin\n/);
  });

  it('are switched off where recording them takes most of the time, and no others', async () => {
    const program = await build('g++', 'tiny.cpp', ['-O2'], true);
    const ran = await run(program, ['20000000'], CHOSEN);
    const plain = await execa(await build('g++', 'tiny.cpp', ['-O2'], false), ['20000000']);
    expect(ran.stdout).toBe(plain.stdout);
    // Of 40 million calls: what is left is main.
    const events = await countEvents(ran.folder);
    expect(events).toEqual({ enter: 1, leave: 1 });
    const said = await execa('otf2-print', ['-A', join(ran.folder, 'traces.otf2')]);
    expect(said.stdout).toMatch(/FUNCTIONS_LEFT_OUT\nProperty value +2\n/);
  });

  it.each([
    ['g++', 'named.cpp', ['', 'plain', 'space::plain', 'Box', 'operator<', 'operator', '{anonymous}', '>', 'int']],
    ['g++', 'named.cpp', ['double', 'main', 'templated,>sized,in_c', 'plain(int)', '::', 'f\\,g,takes']],
    ['gfortran', 'named.f90', ['', 'tiny', 'work', 'rather', 'outside', 'inner,measured']],
  ] as const)('are left out by name as gcc leaves out its own hooks: %s %s %j', async (compiler, source, lists) => {
    if (!installed.some(([name]) => name === compiler)) return;
    const program = await build(compiler, source, NAMED, true);
    for (const list of lists) {
      const ran = await run(program, [], { ...ALL, TRIMTAB_EXCLUDE_FUNCTIONS: list });
      expect([list, await entered(ran.folder)]).toEqual([
        list,
        await entered(await runWithHooks(compiler, source, list)),
      ]);
    }
  });

  it.each(['g++', 'clang++'])('have their entry at the line that they begin in: %s', async (compiler) => {
    if (!installed.some(([name]) => name === compiler)) return;
    const program = await build(compiler, 'named.cpp', ['-O2', '-fno-inline'], true);
    const wanted = new Map([
      ['in_c', ' in_c(int) {'],
      ['_Z13operator_likei', ' operator_like(int) {'],
      ['_Z5takesPFviE', ' takes(void'],
    ]);
    const lines = readFileSync(join(programs, 'named.cpp'), 'utf8').split('\n');
    const found = (sledFunctions(program) ?? []).flatMap(({ linkageName = '', address }) => {
      const text = wanted.get(linkageName);
      return text === undefined ? [] : [[address, lines.findIndex((line) => line.includes(text)) + 1] as const];
    });
    expect(found).toHaveLength(wanted.size);
    for (const [address, line] of found) {
      const { stdout } = await execa('addr2line', ['-e', program, address.toString(16)]);
      expect(stdout.replace(/ .*$/, '')).toMatch(new RegExp(`named\\.cpp:${line}$`));
    }
  });

  it('have no sleds where their file is left out', async () => {
    const leaveOut = { TRIMTAB_EXCLUDE_FILES: 'nothing,ways-' };
    const program = await build('gcc', 'ways-out.c', ['-O2'], true, leaveOut);
    const ran = await run(program, [], ALL);
    expect(ran.exitCode).toBe(0);
    expect(sledFunctions(program)?.filter(({ reason }) => reason === 'left out').length).toBeGreaterThan(5);
    expect(await readdir(ran.folder)).not.toContain('raw');
    expect((await countEvents(ran.folder)).enter).toBe(0);
  });
});

/** Nothing is inlined, so that the source's functions are those of the program. */
const NAMED = ['-O1', '-fno-inline'];

/** What was entered, each as often as it was. */
async function entered(folder: string): Promise<(string | undefined)[]> {
  const events = [...(await readEvents(folder)).values()].flat();
  return events
    .filter(({ kind }) => kind === 'ENTER')
    .map(({ text }) => /"([^"]+)"/.exec(text)?.[1])
    .sort();
}

/** Runs a program with the compiler's hooks, of which the compiler left some out. @returns where the records are */
async function runWithHooks(compiler: string, source: string, exclude: string): Promise<string> {
  const program = await build(compiler, source, NAMED, true, {
    TRIMTAB_SLEDS: '0',
    TRIMTAB_EXCLUDE_FUNCTIONS: exclude,
  });
  return (await run(program, [], {})).folder;
}
