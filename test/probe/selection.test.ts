import { execa } from 'execa';
import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalGlob } from '../../src/measurement/selection/glob.js';
import { fileTests } from '../../src/measurement/selection/files.js';
import type { FunctionRule } from '../../src/measurement/selection/model.js';
import { namesOfLinkage, namesOfRegion, withoutSuffix } from '../../src/measurement/selection/names.js';
import { type Choice, chooser, nameTests, testsText } from '../../src/measurement/selection/tests.js';
import { sledFunctions } from '../../src/measurement/sleds/functions.js';
import { readEvents } from './archive.js';
import { environment, fresh, patient, programs, wrapper } from './support.js';

const probe = join(import.meta.dirname, '../../src/probe');
const CHOICES: readonly Choice[] = ['usual', 'exclude', 'include'];

async function has(command: string): Promise<boolean> {
  return (await execa(command, ['--version'], { reject: false })).exitCode === 0;
}
const canTry = arch() === 'x64' && (await has('g++')) && (await has('gcc')) && (await has('gfortran'));
const sources = ['named.cpp', 'named.f90', 'ways-out.cpp', 'ways-out.c', 'ways-out.f90'];

/** A program of the folder `programs` with sleds. */
async function built(source: string): Promise<string> {
  const program = fresh(source.replace(/\W/g, '_'));
  const compiler = source.endsWith('.cpp') ? 'g++' : source.endsWith('.c') ? 'gcc' : 'gfortran';
  const words = [compiler, '-O1', '-w', '-pthread', '-o', program, join(programs, source), '-lm', '-ldl'];
  await execa(wrapper, words, { env: { ...environment, TRIMTAB_SLEDS: '1' }, cwd: fresh('').replace(/[^/]*$/, '') });
  return program;
}

/** Returns the demangled C++ names, from the library that the runtime uses. */
async function demangled(names: readonly string[]): Promise<string[]> {
  const input = names.map(withoutSuffix).join('\n');
  return (await execa('c++filt', ['-i'], { input })).stdout.split('\n');
}

/** The choices that TypeScript makes for the linker's names. */
function chosenHere(rules: readonly FunctionRule[], names: readonly string[], meant: readonly string[]): Choice[] {
  const choose = chooser(nameTests(rules));
  return names.map((name, index) => {
    const meaning = meant[index];
    return choose(namesOfLinkage(name, meaning === withoutSuffix(name) ? undefined : meaning));
  });
}

/** Patterns that have to do with a name: parts of it between wildcards, with characters taken for others. */
function patternOf(names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...names),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('*', '?', '[a-z]', '[!x]', 'TINY', ''),
      fc.boolean(),
    )
    .map(([name, from, length, wildcard, isOpen]) => {
      const begin = from % (name.length + 1);
      const end = begin + (length % (name.length + 1 - begin));
      const changed = name.slice(0, begin) + wildcard + name.slice(end);
      return canonicalGlob((isOpen ? `*${name.slice(begin, end)}*` : changed).slice(0, 300));
    });
}

describe.skipIf(!canTry)('functions that are selected by name', patient, () => {
  let driver = '';
  let names: string[] = [];
  let meant: string[] = [];
  const executables = new Map<string, string>();

  beforeAll(async () => {
    driver = fresh('chooser');
    const own = ['selection', 'printed'].map((name) => join(probe, 'components/functions', `${name}.c`));
    const flags = [
      '-std=gnu11',
      '-D_GNU_SOURCE',
      '-DTT_NO_MPI',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-fsanitize=address,undefined',
    ];
    const link = ['-Wl,--no-as-needed', '-lstdc++', '-ldl'];
    await execa('gcc', [...flags, `-I${probe}`, '-o', driver, join(programs, 'chooser.c'), ...own, ...link]);
    for (const source of sources) executables.set(source, await built(source));
    const library = (await execa('g++', ['-print-file-name=libstdc++.so.6'])).stdout;
    const symbols = (await execa('nm', ['-D', '--defined-only', '--format=just-symbols', library])).stdout.split('\n');
    const exported = symbols
      .filter((name, index) => name.startsWith('_Z') && index % 3 === 0)
      .map((name) => name.replace(/@.*/, ''));
    const own2 = [...executables.values()].flatMap((path) =>
      (sledFunctions(path) ?? []).map(({ linkageName }) => linkageName ?? ''),
    );
    const odd = [
      '__mo_MOD_tiny',
      '___MOD_x',
      '__a_MOD_',
      'solve_',
      '_',
      'Solve_',
      'f.isra.0',
      '_ZN2ns1fEi.part.3',
      '.LFB1',
      '_Zgarbage',
    ];
    names = [...new Set([...exported, ...own2, ...odd])].filter((name) => name !== '');
    meant = await demangled(names);
  }, 240_000);

  it('are the same in the running program as here, whatever the rules', async () => {
    const pattern = patternOf([...names, ...meant]);
    const rule = fc
      .tuple(fc.constantFrom('exclude', 'include'), pattern, fc.integer({ min: 0, max: 4 }))
      .map(([take, glob, kind]): FunctionRule => (kind === 0 ? { take, glob, mangled: true } : { take, glob }));
    const seen = new Set<Choice>();
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 12 }), async (rules) => {
        const file = fresh('rules');
        writeFileSync(file, testsText(nameTests(rules)));
        const { stdout } = await execa(driver, [], {
          input: `${names.join('\n')}\n`,
          env: { TRIMTAB_SELECTION: file, ASAN_OPTIONS: 'detect_leaks=1' },
        });
        const there = stdout.split('\n').map((digit) => CHOICES[Number(digit)]);
        const here = chosenHere(rules, names, meant);
        const different = names.filter((_, index) => there[index] !== here[index]);
        expect(different.map((name) => [name, meant[names.indexOf(name)]])).toEqual([]);
        for (const choice of here) seen.add(choice);
      }),
      { numRuns: 40 },
    );
    expect(seen.size).toBe(3);
  });

  /** The functions that a run records, as its archive names them. */
  async function recorded(program: string, rules: readonly FunctionRule[] | undefined, functions: string) {
    const folder = fresh('selected');
    const file = fresh('rules');
    if (rules !== undefined) writeFileSync(file, testsText(nameTests(rules)));
    await execa(program, [], {
      env: {
        ...environment,
        TRIMTAB_EXPERIMENT_DIR: folder,
        TRIMTAB_FUNCTIONS: functions,
        TRIMTAB_BUDGET: '1000000000',
        TRIMTAB_SELECTION: rules === undefined ? '' : file,
      },
      reject: false,
    });
    const entered = [...(await readEvents(folder)).values()].flat().filter(({ kind }) => kind === 'ENTER');
    return new Set(entered.map(({ text }) => /"(.*?)"(?=;|$)/.exec(text)?.[1] ?? text));
  }

  const exclude = (...globs: string[]): FunctionRule[] =>
    globs.map((glob) => ({ take: 'exclude', glob: canonicalGlob(glob) }));
  const include = (...globs: string[]): FunctionRule[] =>
    globs.map((glob) => ({ take: 'include', glob: canonicalGlob(glob) }));

  it.each([
    ['named.cpp', exclude('space::*')],
    ['named.cpp', [...exclude('*'), ...include('space::plain*', 'main')]],
    [
      'named.cpp',
      [...exclude('void space::plain(int)', '*operator*', '{anonymous}::*'), ...include('*operator double*')],
    ],
    ['named.f90', exclude('TINY', 'rather_long::work')],
    ['named.f90', [...exclude('*'), ...include('rather_long::*')]],
    ['ways-out.c', exclude('*a*', '?b*')],
    ['ways-out.c', [...exclude('*'), ...include('[l-s]*')]],
  ] as const)('exclude from a run the same functions as here: %s %j', async (source, rules) => {
    const program = executables.get(source) ?? '';
    const all = await recorded(program, undefined, 'all');
    const choose = chooser(nameTests(rules));
    const expected = [...all].filter((name) => choose(namesOfRegion(name, source)) !== 'exclude');
    expect([...(await recorded(program, rules, 'all'))].sort()).toEqual(expected.sort());
    expect(expected.length).toBeLessThan(all.size);
  });

  it('are measured when they are asked for, also those that usually are not', async () => {
    const program = executables.get('named.cpp') ?? '';
    const usual = await recorded(program, undefined, '1');
    const all = await recorded(program, undefined, 'all');
    const others = [...all].filter((name) => !usual.has(name));
    const wanted = others.filter((name) => !name.includes('lambda')).slice(0, 3);
    const choose = chooser(nameTests(include(...wanted)));
    const now = await recorded(program, include(...wanted), '1');
    expect([...now].sort()).toEqual(
      [...all].filter((name) => usual.has(name) || choose(namesOfRegion(name, 'a.cpp')) === 'include').sort(),
    );
  });

  it('stay unselected, with one sentence, where the rules cannot be read', async () => {
    const program = executables.get('ways-out.c') ?? '';
    const { stderr } = await execa(program, [], {
      env: { ...environment, TRIMTAB_EXPERIMENT_DIR: fresh('gone'), TRIMTAB_SELECTION: '/nowhere/rules' },
      reject: false,
    });
    expect(stderr).toContain('no function is excluded by name, since /nowhere/rules cannot be read: No such file');
  });

  it('of files get no sleds according to rules for files, the last matching one', async () => {
    const folder = fresh('files');
    mkdirSync(join(folder, 'src/util'), { recursive: true });
    const work = (name: string) =>
      `double ${name}(double x) { for (int i = 0; i < 99; i++) x = x * x + i; return x; }\n`;
    writeFileSync(join(folder, 'src/util/one.c'), work('one'));
    writeFileSync(join(folder, 'src/util/two.c'), work('two'));
    writeFileSync(join(folder, 'src/three.c'), work('three'));
    writeFileSync(
      join(folder, 'src/main.c'),
      'double one(double), two(double), three(double);\nint main(void) { return one(two(three(1))) > 0; }\n',
    );
    const reasons = async (rules: Parameters<typeof fileTests>[0], compiler = 'gcc') => {
      const program = fresh('program');
      const words = [
        compiler,
        '-O1',
        '-o',
        program,
        'main.c',
        'three.c',
        '../src/util/one.c',
        join(folder, 'src/util/two.c'),
      ];
      await execa(wrapper, words, {
        env: { ...environment, TRIMTAB_SLEDS: '1', TRIMTAB_FILE_RULES: fileTests(rules).join(',') },
        cwd: join(folder, 'src'),
      });
      const left = (sledFunctions(program) ?? []).filter(({ reason }) => reason === 'excluded');
      return left.map(({ linkageName }) => linkageName).sort();
    };
    expect(await reasons([])).toEqual([]);
    for (const compiler of ['gcc', ...((await has('clang')) ? ['clang'] : [])])
      expect(await reasons([{ take: 'exclude', glob: 'util/*' }], compiler)).toEqual(['one', 'two']);
    expect(
      await reasons([
        { take: 'exclude', glob: '*' },
        { take: 'include', glob: 't[hw]*.c' },
      ]),
    ).toEqual(['main', 'one']);
    expect(
      await reasons([
        { take: 'exclude', glob: 'three.c' },
        { take: 'exclude', glob: '/nowhere/*' },
      ]),
    ).toEqual(['three']);
    expect(
      await reasons([
        { take: 'exclude', glob: '*/src/*' },
        { take: 'include', glob: 'src/three.c' },
      ]),
    ).toEqual(['main', 'one', 'two']);
  });
});
