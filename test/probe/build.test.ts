import { execa } from 'execa';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readExecutable } from '../../src/measurement/elf/executable.js';
import { quickProbe } from './quickProbe.js';
import { cache, environment, fresh, mpis, patient, prepare, wrapper } from './support.js';

const builder = join(dirname(wrapper), 'trimtab-build');

const MPI_MAIN = '#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); return 0; }\n';
const PLAIN_MAIN = 'int main(void) { return 0; }\n';

function projectOf(files: Record<string, string>): string {
  const folder = fresh('built');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    if (text.startsWith('#!')) chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

async function built(folder: string, words: readonly string[], variables: Record<string, string> = {}) {
  const log = `${folder}.log`;
  const result = await execa(builder, words, {
    cwd: folder,
    env: { ...environment, TRIMTAB_BUILD_LOG: log, ...variables },
    all: true,
    reject: false,
    stdin: 'ignore',
  });
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { exitCode: result.exitCode, all: result.all, calls };
}

const isMeasured = (path: string): boolean => readExecutable(path)?.needed.includes('libtrimtab-probe.so') === true;

const mpi = mpis.at(0);

describe.skipIf(mpi === undefined)('trimtab-build', patient, () => {
  beforeAll(async () => {
    if (mpi !== undefined) await prepare(mpi);
  });

  it.each([
    ['that the makefile names', 'CC = mpicc\n'],
    ['that a recipe names', 'CC = false\n', 'mpicc'],
    ['that PATH was searched for', 'CC := $(shell which mpicc)\n'],
    ['with options in the same variable', 'CC = mpicc -O1 -DX="a b"\n'],
  ])('measures what is compiled by the compiler %s', async (_, head, compiler = '$(CC)') => {
    const folder = projectOf({
      Makefile: `${head}a: a.o\n\t${compiler} -o $@ $^\na.o: a.c\n\t${compiler} -c $<\n`,
      'a.c': MPI_MAIN,
    });
    const { exitCode, all, calls } = await built(folder, ['make']);
    expect(all).toContain('-c a.c');
    expect(exitCode).toBe(0);
    expect(isMeasured(join(folder, 'a'))).toBe(true);
    expect(calls).toEqual(['compile\tmpicc\t', `link\tmpicc\t${join(folder, 'a')}`]);
  });

  it('leads past a path in a variable of the makefile, with the rest of its value', async () => {
    const real = (await execa('sh', ['-c', 'command -v mpicc'], { env: environment })).stdout;
    const folder = projectOf({ Makefile: `CC = ${real} -O1\nLD = $(CC)\na: a.c\n\t$(LD) -o $@ $<\n`, 'a.c': MPI_MAIN });
    const { all } = await built(folder, ['--fresh', 'make']);
    expect(all).toContain('trimtab-build: CC=mpicc -O1, for a path leads past the measurement');
    expect(isMeasured(join(folder, 'a'))).toBe(true);
  });

  it('leads past paths that refer to other variables, and leaves folders with the names of compilers alone', async () => {
    const real = (await execa('sh', ['-c', 'command -v mpicc'], { env: environment })).stdout;
    const folder = projectOf({
      'opt/gcc/include/site.h': '',
      Makefile: [
        `MPIDIR = ${dirname(dirname(real))}`,
        'MPICC = ${MPIDIR}/bin/mpicc -I$(RAJADIR)/include',
        `RAJADIR = $(CURDIR)/opt/gcc`,
        'ABSENT_DIR = /no/such/folder/gcc',
        'ABSENT_CC = /no/such/folder/gcc',
        'a: a.c\n\t$(MPICC) -o $@ $<\n',
      ].join('\n'),
      'a.c': `#include "site.h"\n${MPI_MAIN}`,
    });
    const { exitCode, all } = await built(folder, ['--fresh', 'make', '-j2', 'a']);
    expect(exitCode).toBe(0);
    const said = all.split('\n').filter((line) => line.includes('leads past the measurement'));
    expect(said.sort()).toEqual([
      'trimtab-build: ABSENT_CC=gcc, for a path leads past the measurement',
      'trimtab-build: MPICC=mpicc -I$(RAJADIR)/include, for a path leads past the measurement',
    ]);
    expect(isMeasured(join(folder, 'a'))).toBe(true);
  });

  it('does not wait for itself if an MPI compiler is set to call the wrapper', async () => {
    const folder = projectOf({ Makefile: 'a: a.c\n\tmpicc -o $@ $<\n', 'a.c': MPI_MAIN });
    const ready = await cache(mpi ?? 'openmpi');
    for (const byBuilder of [true, false]) {
      const quick = quickProbe(ready);
      const around = `${quick.wrapper} gcc`;
      const words = byBuilder ? [quick.builder, 'make'] : [quick.wrapper, 'mpicc', '-o', 'a', 'a.c'];
      const [command = '', ...rest] = words;
      const env = { ...environment, TRIMTAB_CACHE: quick.cache, OMPI_CC: around, MPICH_CC: around };
      const { exitCode } = await execa(command, rest, { cwd: folder, env, reject: false, stdin: 'ignore' });
      expect(exitCode).toBe(0);
      expect(isMeasured(join(folder, 'a'))).toBe(true);
      expect(quick.builds('build-probe')).toBe(1);
      rmSync(join(folder, 'a'));
    }
  });

  it('survives scripts that look their compiler up, and sets their programs going without a record', async () => {
    const folder = projectOf({
      configure:
        '#!/bin/sh\nset -e\necho "int main(void) { return 0; }" >conftest.c\n$CC -o conftest conftest.c\n./conftest\n' +
        '$CC --version | head -n 1 >info.txt\nwhich $CC >>info.txt\necho "CC = $CC" >Makefile\n' +
        'printf "a: a.c\\n\\t\\$(CC) -o a a.c\\n" >>Makefile\n',
      'a.c': PLAIN_MAIN,
    });
    expect((await built(folder, ['./configure'], { CC: 'gcc' })).exitCode).toBe(0);
    expect((await built(folder, ['make'])).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'info.txt'), 'utf8')).toMatch(/^gcc .*\n\/.*\/gcc\n$/);
    expect(isMeasured(join(folder, 'a'))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('trimtab-'))).toEqual([]);
  });

  it.each([
    ['make', [], [['make']]],
    [
      'CMake',
      ['cmake', '-S', '.', '-B', 'b', '-DCMAKE_C_COMPILER=gcc'],
      [
        ['cmake', '--build', 'b'],
        ['cmake', '--build', 'b', '--', '-s'],
      ],
    ],
  ] as const)('leaves no objects of another measurement system, with %s', async (_, configure, builds) => {
    const folder = projectOf({
      Makefile: 'a: a.o\n\tgcc -o $@ $^\na.o: a.c\n\tgcc -c $<\n',
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(a C)\nadd_executable(a a.c)\n',
      'a.c': PLAIN_MAIN,
      'site-cc': '#!/bin/sh\nexec "$@"\n',
    });
    // Objects are identified by their time: those of the current sources would be equally old.
    utimesSync(join(folder, 'a.c'), 1, 1);
    if (configure.length > 0) expect((await built(folder, configure)).exitCode).toBe(0);
    const theirs = { TRIMTAB_WITH: 'score-p', TRIMTAB_WITH_C: `${join(folder, 'site-cc')}\n{compiler}` };
    for (const build of builds) {
      const compiled = async (variables: Record<string, string>): Promise<boolean> => {
        const { exitCode, all, calls } = await built(folder, build, variables);
        expect([exitCode, all]).toEqual([0, all]);
        writeFileSync(`${folder}.log`, '');
        return calls.some((call) => call.startsWith('compile'));
      };
      await compiled({});
      const again = [await compiled({}), await compiled(theirs), await compiled(theirs), await compiled({})];
      expect(again).toEqual([false, true, false, true]);
    }
  });

  it('rebuilds everything without recreating makefiles endlessly', async () => {
    const folder = projectOf({
      Makefile:
        'a: a.o\n\tgcc -o $@ $^\na.o: a.c\n\tgcc -c $<\n' +
        '.depend: a.c\n\tgcc -MM a.c >.depend\n\t$(MAKE) a.o\nclean:\n\trm -f a a.o .depend\n-include .depend\n',
      'a.c': PLAIN_MAIN,
    });
    await execa('make', [], { cwd: folder });
    expect(isMeasured(join(folder, 'a'))).toBe(false);
    const { all } = await built(folder, ['--fresh', 'make', '-j2']);
    expect(all).toContain('$ make -j2 clean');
    expect(isMeasured(join(folder, 'a'))).toBe(true);
  });

  it('gives sources a new date where nothing cleans', async () => {
    const folder = projectOf({ Makefile: 'a: sub/a.c\n\tgcc -o $@ $<\n', 'sub/a.c': PLAIN_MAIN, 'note.txt': '' });
    const old = new Date('2020-01-01');
    for (const name of ['sub/a.c', 'note.txt']) utimesSync(join(folder, name), old, old);
    await execa('make', [], { cwd: folder });
    await built(folder, ['--fresh', 'make']);
    expect(isMeasured(join(folder, 'a'))).toBe(true);
    expect(statSync(join(folder, 'note.txt')).mtime).toEqual(old);
  });

  it('links what is to be static with the probe, and leaves partial links alone', async () => {
    const folder = projectOf({
      Makefile: 'a: a.c\n\tgcc -c a.c\n\tgcc -r -nostdlib -o all.o a.o\n\tgcc -static -o a all.o\n',
      'a.c': PLAIN_MAIN,
    });
    const { exitCode, all } = await built(folder, ['make']);
    expect(exitCode).toBe(0);
    expect(all).toContain('linked without -static');
    expect(isMeasured(join(folder, 'a'))).toBe(true);
  });

  it('builds in a copy of the sources with --copy and --put, and leaves the sources alone', async () => {
    const top = projectOf({
      'part/Makefile': 'include ../common/make.def\np: a.c\n\t$(MPICC) -o p a.c\n',
      'part/a.c': MPI_MAIN,
      'common/make.def.gcc': 'MPICC = mpicc\n',
    });
    const folder = join(top, 'part');
    const words = ['--fresh', '--copy', '.trimtab/source', '..', '--put', '../common/make.def.gcc'];
    const { exitCode, all } = await built(folder, [...words, '../common/make.def', 'make']);
    expect(exitCode, all).toBe(0);
    expect(existsSync(join(top, 'common/make.def'))).toBe(false);
    expect(existsSync(join(folder, 'p'))).toBe(false);
    const program = join(folder, '.trimtab/source/part/p');
    expect(isMeasured(program)).toBe(true);
    const text = readFileSync(program, 'latin1');
    expect(text).toContain(folder);
    // Debug information names the sources, not their copy.
    expect(text).not.toContain(`${join(folder, '.trimtab/source/part')}\0`);
    const wrong = await built(folder, ['--put', 'Makefile', 'b', 'make']);
    expect(wrong.all).toBe('trimtab-build: --put changes nothing but a copy: name one before it with --copy');
    expect((await built(folder, ['--copy', 'x', '../common', 'make'])).all).toContain('does not hold');
  });

  it('changes what compilers get with --instead, --link, --include and --header', async () => {
    const folder = projectOf({
      Makefile: 'p: a.c\n\tmpicc -xHost -fno-alias -o p a.c\n',
      'a.c': `#include <math.h>\n#include <sys/no_longer.h>\n#include "mine.h"\n${MPI_MAIN.replace('return 0', 'return MINE > cbrt(c + 1.0)')}`,
      'elsewhere/mine.h': '#define MINE 0\n',
    });
    expect((await built(folder, ['make'])).exitCode).not.toBe(0);
    const words = ['--instead', '-xHost', '-march=native', '--instead', '-fno-alias', '', '--link', '-lm'];
    const headers = ['--header', 'sys/no_longer.h', '--include', join(folder, 'elsewhere')];
    const { exitCode, all } = await built(folder, [...words, ...headers, 'make']);
    expect(exitCode, all).toBe(0);
    expect(isMeasured(join(folder, 'p'))).toBe(true);
    expect((await built(folder, ['--header', '../x.h', 'make'])).all).toBe(
      'trimtab-build: ../x.h is not the name of a header',
    );
    // Other builds do not find that header.
    expect(
      (await built(folder, ['--fresh', ...words, '--include', join(folder, 'elsewhere'), 'make'])).exitCode,
    ).not.toBe(0);
  });

  it('leaves a missing compiler missing, and shows the original error', async () => {
    const folder = projectOf({ Makefile: 'a:\n\tno-such-compiler-here a.c\n' });
    expect((await built(folder, ['make'])).exitCode).toBe(2);
    expect((await built(folder, [])).all).toBe('trimtab-build: name a command: trimtab-build make ...');
    expect((await built(folder, ['--what', 'make'])).all).toBe('trimtab-build: unknown option --what');
  });
});
