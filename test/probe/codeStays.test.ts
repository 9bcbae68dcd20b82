/** Programs that may not change their code while they run. */
import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../support/compiled.js';
import { combinations } from '../support/matrix.js';
import { countKinds, readEvents } from './archive.js';
import { environment, finish, fresh, mpis, patient, programs, remarksIn, wrapper } from './support.js';

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}

const sources = [
  ['gcc', 'ways-out.c'],
  ['clang', 'ways-out.c'],
  ['g++', 'ways-out.cpp'],
  ['clang++', 'ways-out.cpp'],
  ['gfortran', 'ways-out.f90'],
] as const;
const installed: (readonly [string, string])[] = [];
for (const each of sources) if (arch() === 'x64' && (await has(each[0]))) installed.push(each);
const ways = ['-O0', '-O2 -fno-plt -fPIC', '-O3 -march=native', '-O2 -ffunction-sections -Wl,--gc-sections -no-pie'];
const cases = installed.flatMap(([compiler, source]) => ways.map((flags) => [compiler, flags, source] as const));

let denying: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  if (installed.length === 0) return;
  const library = `${fresh('deny')}.so`;
  await execa('cc', ['-shared', '-fPIC', '-o', library, join(programs, 'deny.c')]);
  denying = { LD_PRELOAD: library };
});

type Sleds = '1' | 'call';

/** Builds with sleds; plain where none are named. */
async function build(compiler: string, source: string, flags: string, sleds?: Sleds, env = {}): Promise<string> {
  const { program, stderr } = await compiled({
    command: sleds === undefined ? [compiler] : [wrapper, compiler],
    flags: ['-w', '-pthread', ...flags.split(' ')],
    sources: [join(programs, source)],
    libraries: ['-lm', '-ldl'],
    ...(sleds === undefined ? {} : { env: { ...environment, TRIMTAB_SLEDS: sleds, ...env } }),
  });
  expect(stderr).not.toContain('trimtab-as');
  return program;
}

async function run(program: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const folder = fresh('run');
  const { stdout, stderr, exitCode } = await execa(program, args, {
    env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
    reject: false,
  });
  return { folder, did: [stdout, exitCode], remarks: remarksIn(stderr) };
}

async function entersIn(folder: string): Promise<number> {
  const counted = [...(await readEvents(folder)).values()].map(countKinds);
  return counted.reduce((sum, kinds) => sum + (kinds.ENTER ?? 0), 0);
}

async function properties(folder: string): Promise<string> {
  return (await execa('otf2-print', ['-A', join(folder, 'traces.otf2')])).stdout;
}

describe.skipIf(installed.length === 0)('where code cannot be changed', patient, () => {
  it('functions stay off, which is reported once with advice, and the program does the same', async () => {
    const plain = await run(await build('gcc', 'ways-out.c', '-O2'));
    const denied = await run(await build('gcc', 'ways-out.c', '-O2', '1'), [], denying);
    expect(denied.did).toEqual(plain.did);
    expect(denied.remarks).toEqual([
      "trimtab: functions stay off, since the program's code cannot be changed (Permission denied): build with TRIMTAB_SLEDS=call",
    ]);
    expect(await entersIn(denied.folder)).toBe(0);
    expect(await properties(denied.folder)).toMatch(/FUNCTIONS_DENIED\nProperty value +Permission denied\n/);
  });

  it('requests to switch on fail, and change nothing', async () => {
    const denied = await run(await build('gcc', 'switching.c', '-O2', '1'), ['50'], denying);
    expect(denied.did).toEqual(['switched, 25 refused, 0 0 0 0 wrong', 0]);
    expect(denied.remarks).toHaveLength(1);
  });

  it.skipIf(mpis.length === 0)('one process of a run reports so, and MPI is recorded all the same', async () => {
    const [mpi = 'openmpi'] = mpis;
    const program = await build(`mpicc.${mpi}`, 'ranks.c', '-O2', '1');
    const folder = fresh('ranks');
    const { stderr } = await execa(`mpirun.${mpi}`, ['-n', '3', program], {
      env: { ...environment, ...denying, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_FINISH: '0' },
    });
    expect(remarksIn(stderr).filter((line) => line.includes('functions stay off'))).toHaveLength(1);
    await finish(mpi, folder);
    const text = await properties(folder);
    expect(text).toMatch(/FUNCTION_RECORDS\nProperty value +0\n/);
    expect(text).toMatch(/MPI_CALLS\nProperty value +[1-9]/);
  });
});

/** Two units of a program, which are built with one kind of sleds each. */
const BOTH = [
  ['1', 'int work(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i % 7; return s; }\n'],
  [
    'call',
    '#include <stdio.h>\nint work(int);\nint main(void) { for (int i = 0; i < 9; i++) printf("%d\\n", work(i)); }\n',
  ],
] as const;

describe.skipIf(installed.length === 0)('sleds that go by words', patient, () => {
  it.each(combinations(cases))(
    'record without a change of code what others record: %s %s',
    async (compiler, flags, source) => {
      const plain = await run(await build(compiler, source, flags));
      const usual = await run(await build(compiler, source, flags, '1'));
      const program = await build(compiler, source, flags, 'call');
      const by = await run(program, [], denying);
      const off = await run(program, [], { ...denying, TRIMTAB_FUNCTIONS: '0' });
      expect([by.did, by.remarks]).toEqual([plain.did, usual.remarks]);
      expect(off.did).toEqual(plain.did);
      expect(await entersIn(by.folder)).toBe(await entersIn(usual.folder));
      expect(await entersIn(by.folder)).toBeGreaterThan(50);
    },
  );

  it('can be switched while threads run through them', async () => {
    const { did } = await run(await build('gcc', 'switching.c', '-O2', 'call'), ['5000'], {
      ...denying,
      TRIMTAB_FINISH: '0',
      TRIMTAB_MAX_BYTES: '50000000',
    });
    expect(did).toEqual(['switched, 0 refused, 0 0 0 0 wrong', 0]);
  });

  it('are switched off where recording takes most of the time', async () => {
    const program = await build('g++', 'tiny.cpp', '-O2', 'call');
    const env = { ...denying, TRIMTAB_FUNCTIONS: '1', TRIMTAB_BUDGET: '5' };
    const { folder } = await run(program, ['20000000'], env);
    expect(await entersIn(folder)).toBe(1);
  });

  it('measure ranges of lines', async () => {
    const list = fresh('list');
    writeFileSync(list, `20\t26\t${join(programs, 'ways-out.c')}\tRANGES\tr0\n`);
    const ranges = { TRIMTAB_RANGES: list };
    const plain = await run(await build('gcc', 'ways-out.c', '-O2'));
    const usual = await run(await build('gcc', 'ways-out.c', '-O2', '1', ranges));
    const by = await run(await build('gcc', 'ways-out.c', '-O2', 'call', ranges), [], denying);
    const visits = async (folder: string): Promise<number> =>
      [...(await readEvents(folder)).values()]
        .flat()
        .filter(({ kind, text }) => kind === 'ENTER' && text.includes('"r0"')).length;
    expect(by.did).toEqual(plain.did);
    expect(await visits(by.folder)).toBe(await visits(usual.folder));
    expect(await visits(by.folder)).toBeGreaterThan(0);
  });

  it('may coexist with sleds whose code is changed', async () => {
    const objects: string[] = [];
    for (const [sleds, text] of BOTH) {
      const source = fresh('unit');
      writeFileSync(`${source}.c`, text);
      await execa(wrapper, ['gcc', '-O2', '-c', '-o', `${source}.o`, `${source}.c`], {
        env: { ...environment, TRIMTAB_SLEDS: sleds },
      });
      objects.push(`${source}.o`);
    }
    const program = fresh('both');
    await execa(wrapper, ['gcc', '-o', program, ...objects], { env: environment });
    const both = await run(program);
    const denied = await run(program, [], denying);
    expect(denied.did).toEqual(both.did);
    expect([await entersIn(both.folder), await entersIn(denied.folder)]).toEqual([10, 1]);
    expect(denied.remarks).toHaveLength(1);
  });
});
