import { execa } from 'execa';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from './archive.js';
import { quickProbe } from './quickProbe.js';
import {
  buildOnce,
  cache,
  COMPILERS_HOOKS,
  environment,
  fresh,
  mpis,
  patient,
  prepare,
  programs,
  run,
  wrapper,
} from './support.js';

/** A compiler that prints its arguments, one a line, and calls itself gcc when asked. */
function echoCompiler(name: string): string {
  const folder = fresh('compiler');
  mkdirSync(folder);
  const path = join(folder, name);
  writeFileSync(
    path,
    '#!/bin/sh\n[ "$1" = --version ] && { echo "gcc (test) 12"; exit 0; }\nfor a; do printf "%s\\n" "$a"; done\n',
  );
  chmodSync(path, 0o755);
  return path;
}

async function argumentsGiven(...args: string[]): Promise<string[]> {
  const result = await execa(wrapper, [echoCompiler('mpicc'), ...args], { env: environment });
  return result.stdout.split('\n');
}

const instrument = '-finstrument-functions';
/** Options that mark a program as measured, and the path of trimtab.h. */
const api = ['-DTRIMTAB_MEASURED=1', '-idirafter', expect.stringMatching(/probe\/api$/) as unknown as string];

describe('trimtab-cc', patient, () => {
  it('instruments compilations and passes every argument on unchanged', async () => {
    const odd = ['-DNAME="a b"', '-DX=$HOME;*', "-DY='q'", ''];
    const given = await argumentsGiven('-c', 'x y.c', ...odd, '-o', 'x y.o');
    expect(given.slice(0, 2)).toEqual(['-g', instrument]);
    expect(given[2]).toBe(`${instrument}-exclude-file-list=/usr/include/,/usr/lib/,.h,.H,.inl,.ipp,.tcc,.tpp,.txx`);
    expect(given.slice(3)).toEqual([...api, '-c', 'x y.c', ...odd, '-o', 'x y.o']);
  });

  it('leaves preprocessing and questions alone', async () => {
    expect(await argumentsGiven('-E', 'x.c')).toEqual([
      '-g',
      instrument,
      expect.stringContaining('exclude'),
      ...api,
      '-E',
      'x.c',
    ]);
    for (const question of [['-showme:compile'], ['-show'], ['-print-search-dirs'], ['-dumpversion']])
      expect(await argumentsGiven(...question)).toEqual(question);
  });

  it('respects -g0', async () => {
    expect(await argumentsGiven('-g0', '-c', 'x.c')).not.toContain('-g');
  });

  it.each(['TRIMTAB_INSTRUMENT', 'TRIMTAB_FUNCTIONS'])('adds no hooks with %s=0', async (name) => {
    const env = { ...environment, [name]: '0' };
    const result = await execa(wrapper, [echoCompiler('mpicc'), '-c', 'x.c'], { env });
    expect(result.stdout.split('\n')).toEqual(['-g', ...api, '-c', 'x.c']);
  });

  describe.each(['gcc', 'clang'])('with %s', (compiler) => {
    /** The hooks in a program of a source and a header in a folder of this name. */
    const hooked = async (name: string, env: Record<string, string> = {}) => {
      const folder = join(fresh('selection'), name);
      mkdirSync(join(folder, 'in,c'), { recursive: true });
      writeFileSync(join(folder, 'in,c/own.h'), 'static inline int accessor(int a) { return a + 1; }\n');
      const source = join(folder, 'main.c');
      writeFileSync(source, '#include "in,c/own.h"\nint large(int a) { return accessor(a) * 2; }\n');
      const options = { env: { ...environment, ...COMPILERS_HOOKS, ...env } };
      const { stdout } = await execa(wrapper, [compiler, '-O1', '-S', '-o', '-', source], options);
      return stdout.match(/(?:callq?|bl)\s+__cyg_profile_func_enter/g)?.length ?? 0;
    };

    it('leaves functions of headers out, whatever the name of the folder', async (context) => {
      if ((await execa(compiler, ['--version'], { reject: false })).exitCode !== 0) return context.skip();
      expect(await hooked('plain')).toBe(1);
      expect(await hooked('j.hill')).toBe(1);
      // The header's function where it is inlined, and the other one.
      expect(await hooked('plain', { TRIMTAB_INLINE_FUNCTIONS: '1' })).toBeGreaterThan(1);
      expect(await hooked('j.hill', { TRIMTAB_INLINE_FUNCTIONS: '1' })).toBeGreaterThan(1);
    });
  });

  it('leaves functions out by TRIMTAB_EXCLUDE_FUNCTIONS where the compiler can', async () => {
    const source = `${fresh('exclude')}.c`;
    writeFileSync(source, 'int tiny(int a) { return a + 1; }\nint large(int a) { return a * 2; }\n');
    const assembly = async (compiler: string, names: string) => {
      const env = { ...environment, ...COMPILERS_HOOKS, TRIMTAB_EXCLUDE_FUNCTIONS: names };
      const { stdout, stderr } = await execa(wrapper, [compiler, '-O0', '-S', '-o', '-', source], { env });
      return { hooks: stdout.match(/(?:callq?|bl)\s+__cyg_profile_func_enter/g)?.length, stderr };
    };
    expect(await assembly('gcc', '')).toEqual({ hooks: 2, stderr: '' });
    expect(await assembly('gcc', 'tiny')).toEqual({ hooks: 1, stderr: '' });
    const clang = await execa('clang', ['--version'], { reject: false });
    if (clang.exitCode !== 0) {
      console.warn('No clang here: that it says it cannot leave functions out is not tested.');
      return;
    }
    const { hooks, stderr } = await assembly('clang', 'tiny');
    expect(hooks).toBe(2);
    expect(stderr).toContain('trimtab-cc: no function is excluded');
  });

  it('gives the exit code of the compiler', async () => {
    const result = await execa(wrapper, ['false', '-c', 'x.c'], { env: environment, reject: false });
    expect(result.exitCode).toBe(1);
  });

  it('reports mistakes in a sentence', async () => {
    const failure = async (...args: string[]) => {
      const result = await execa(wrapper, args, { env: environment, reject: false });
      return [result.exitCode, result.stderr];
    };
    expect(await failure()).toEqual([1, 'trimtab-cc: name a compiler: trimtab-cc mpicc ...']);
    expect(await failure('--what')).toEqual([1, 'trimtab-cc: unknown option --what']);
    expect(await failure('--print-cache', 'no-such-mpicc')).toEqual([
      1,
      'trimtab-cc: no-such-mpicc is not a command here: name the MPI compiler with TRIMTAB_MPICC',
    ]);
  });
});

const hasCmake = (await execa('cmake', ['--version'], { reject: false })).exitCode === 0;

describe.each(mpis)('trimtab-cc with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));
  const build = buildOnce();

  it('links the probe before the MPI library, found again by its path', async () => {
    const program = await build(mpi, 'messages.c');
    const { stdout } = await execa('readelf', ['-d', program]);
    const needed = [...stdout.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map((match) => match[1]);
    expect(needed.find((name) => !/^lib(?:a|t|ub)san\b/.test(name ?? ''))).toBe('libtrimtab-probe.so');
    expect(needed.some((name) => name?.startsWith('libmpi'))).toBe(true);
    expect(stdout).toContain(environment.TRIMTAB_CACHE);
  });

  it('works as CC of a makefile, in parallel', async () => {
    const folder = fresh('make');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'Makefile'),
      `VPATH = ${programs}\nall: messages requests\n%.o: %.c\n\t$(CC) $(CFLAGS) -c $< -o $@\nmessages: messages.o\nrequests: requests.o\n`,
    );
    await execa('make', ['-j2', `CC=${wrapper} mpicc.${mpi}`, 'CFLAGS=-w'], { cwd: folder, env: environment });
    expect(existsSync(join(folder, 'messages'))).toBe(true);
    const { stdout } = await execa('nm', ['-D', '-u', join(folder, 'messages')]);
    expect(stdout).toContain(arch() === 'x64' ? 'tt_sled_enter' : '__cyg_profile_func_enter');
  });

  it.skipIf(!hasCmake)('works as launcher of CMake, also where the compiler is no MPI wrapper', async () => {
    const folder = fresh('cmake');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'CMakeLists.txt'),
      `cmake_minimum_required(VERSION 3.21)
project(test C)
find_package(MPI REQUIRED)
add_executable(messages ${programs}/messages.c)
target_link_libraries(messages MPI::MPI_C)
`,
    );
    const launchers = ['C_COMPILER', 'C_LINKER'].map((what) => `-DCMAKE_${what}_LAUNCHER=${wrapper}`);
    const options = { cwd: folder, env: environment };
    await execa('cmake', ['-S', '.', '-B', 'b', `-DMPI_C_COMPILER=mpicc.${mpi}`, ...launchers], options);
    await execa('cmake', ['--build', 'b'], options);
    const { folder: trace, remarks } = await run(mpi, join(folder, 'b/messages'));
    expect(remarks).toEqual([]);
    expect((await readEvents(trace)).get('0')?.some(({ site }) => site?.includes('messages.c:'))).toBe(true);
  });

  it('is built without a warning', async () => {
    const folder = await cache(mpi);
    expect(readFileSync(join(folder, 'build.log'), 'utf8')).toBe('');
    // The finisher is the same file in the folder that it was built in.
    const { ino } = statSync(join(folder, 'trimtab-finish'));
    const finishers = join(environment.TRIMTAB_CACHE, 'finisher');
    const built = readdirSync(finishers)
      .map((name) => join(finishers, name))
      .filter((path) => existsSync(join(path, 'trimtab-finish')) && statSync(join(path, 'trimtab-finish')).ino === ino);
    expect(built.map((path) => readFileSync(join(path, 'build.log'), 'utf8'))).toEqual(['']);
  });

  it('is built once by many at the same time', async () => {
    const quick = quickProbe(await cache(mpi));
    const own = { ...environment, TRIMTAB_CACHE: quick.cache };
    const answers = await Promise.all(
      [1, 2, 3].map(() => execa(quick.wrapper, ['--print-cache', `mpicc.${mpi}`], { env: own })),
    );
    const folders = new Set(answers.map(({ stdout }) => stdout));
    expect(folders.size).toBe(1);
    for (const folder of folders) {
      expect(existsSync(join(folder, 'libtrimtab-probe.so'))).toBe(true);
      expect(existsSync(join(folder, 'trimtab-finish'))).toBe(true);
      expect(existsSync(`${folder}.lock`)).toBe(false);
    }
    expect([quick.builds('build-probe'), quick.builds('build-finisher')]).toEqual([1, 1]);
  });

  it('has one finisher for all compilers', async () => {
    const quick = quickProbe(await cache(mpi));
    const own = { ...environment, TRIMTAB_CACHE: quick.cache };
    for (const compiler of [`mpicc.${mpi}`, 'gcc', 'clang'])
      await execa(quick.wrapper, ['--build', compiler], { env: own });
    expect([quick.builds('build-probe'), quick.builds('build-finisher')]).toEqual([3, 1]);
  });

  it('finds the C compiler of an MPI for Fortran and C++ compilers', async () => {
    const cacheOf = async (compiler: string) =>
      (await execa(wrapper, ['--print-cache', compiler], { env: environment })).stdout;
    const folder = await cacheOf(`mpicc.${mpi}`);
    expect(await cacheOf(`mpifort.${mpi}`)).toBe(folder);
    expect(await cacheOf(`mpicxx.${mpi}`)).toBe(folder);
  });
});
