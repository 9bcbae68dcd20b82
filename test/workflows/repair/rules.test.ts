/** Rules by the facts of a failed build, and cases in which they must not act. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextBuild, typedBuild, type FailedBuild } from '../../../src/workflows/repair/index.js';
import { databaseCommand, expanded, parseMakeDatabase } from '../../../src/workflows/repair/makeDatabase.js';
import { refusedOptions, wordsHere } from '../../../src/workflows/repair/foreignOptions.js';
import { libraryAdvice } from '../../../src/workflows/repair/rules/headers.js';
import { macroForMpi } from '../../../src/workflows/repair/rules/hiddenMpi.js';
import { clearlyMeant } from '../../../src/workflows/repair/plausible.js';
import { BuildOutput } from '../../../src/workflows/building/buildOutput.js';
import { temporaryFolder } from '../../experiments/support.js';

const MAKE = [['trimtab-build', '--fresh', 'make']];

/** A build of make that failed. */
function failed(output: string, variables: Record<string, string> = {}, more: Partial<FailedBuild> = {}): FailedBuild {
  return {
    commands: MAKE,
    failed: MAKE[0],
    folder: '/p',
    where: '/p',
    output,
    sources: { languages: new Set(['C']), texts: new Map(), mpi: true },
    make: {
      variables: Object.entries(variables).map(([name, value]) => ({ name, value, own: true })),
      goals: [],
      files: ['Makefile'],
    },
    ...more,
  };
}

/** The proposal, as people type it. */
function proposed(build: FailedBuild, text = ''): string | undefined {
  const repair = nextBuild(build, { text, cache: undefined });
  return repair === undefined ? undefined : typedBuild(repair.commands);
}

describe('the next build', () => {
  it.each([
    ['make: CC: No such file or directory\n', { CXX: 'CC' }, 'make CXX=mpicxx'],
    [
      '/bin/sh: 1: icc: not found\n',
      { CC: 'icc -g', CFLAGS: '-O2 -xHost' },
      'make "CC=mpicc -g" "CFLAGS=-O2 -march=native"',
    ],
    ['f.f:2:2: fatal error: mpif.h: No such file or directory\n', { F77: 'gfortran' }, 'make F77=mpifort'],
    ["ld: a.o: in function `main':\na.c:3: undefined reference to `MPI_Init'\n", { CC: 'gcc' }, 'make CC=mpicc'],
    [
      "gcc: error: unrecognized command-line option '-fast'; did you mean '-Ofast'?\n",
      { OPT: '-fast -fno-alias', OMP: '-openmp', KEPT: '-O2' },
      'make OPT=-O3 OMP=-fopenmp',
    ],
    ["ld: b.o:(.bss+0x0): multiple definition of `rank'; a.o: first\n", { CC: 'mpicc' }, 'make "CC=mpicc -fcommon"'],
    ["ld: b.o:/p/b.c:3: multiple definition of `rank'; a.o: first\n", { CC: 'mpicc' }, 'make "CC=mpicc -fcommon"'],
    ["ld: a.c:(.text+0x9): undefined reference to `sqrt'\n", {}, '--link -lm make'],
    ['/bin/sh: 1: nvcc: not found\n', { USE_CUDA: 'yes', CC: 'mpicc' }, 'make USE_CUDA=no'],
    ['a.c:3:10: fatal error: sys/sysctl.h: No such file or directory\n', {}, '--header sys/sysctl.h make'],
    ['a.c:3:10: fatal error: petscvec.h: No such file or directory\n', { USE_PETSC: '1' }, 'make USE_PETSC=0'],
    [
      "a.c:9:1: error: expected expression before '_Static_assert'\n",
      { CC: 'mpicc' },
      'make "CC=mpicc -DOMPI_OMIT_MPI1_COMPAT_DECLS=0"',
    ],
  ])('after %j', (output, variables, build) => {
    expect(proposed(failed(output, variables))).toBe(build);
  });

  it.each([
    ['a mistake of syntax', "a.c:3:1: error: expected ';' before '}' token\n", { CC: 'mpicc' }],
    [
      'a function that is defined twice',
      "ld: b.o: in function `f':\nb.c:(.text+0x0): multiple definition of `f'; a.o: first\n",
      { CC: 'mpicc' },
    ],
    ['a function that is defined nowhere', "ld: a.c:3: undefined reference to `solve'\n", { CC: 'mpicc' }],
    ['a program that is no compiler', '/bin/sh: 1: bison: not found\n', { CC: 'mpicc' }],
    [
      'a missing header of the project',
      'a.c:1:10: fatal error: no_such_solver.h: No such file or directory\n',
      { CC: 'mpicc' },
    ],
    ['a missing source', "make: *** No rule to make target 'x.c', needed by 'x'.  Stop.\n", { CC: 'mpicc' }],
    ['a switch that is off', '/bin/sh: 1: nvcc: not found\n', { USE_CUDA: 'no', CC: 'mpicc' }],
  ])('does not exist after %s', (_, output, variables) => {
    expect(proposed(failed(output, variables))).toBeUndefined();
  });

  it('gives a variable for a library the folder of the system, if it has the library', () => {
    expect(proposed(failed('environment variable STDIO_DIR is not defined\n'))).toBe('env STDIO_DIR=/usr make');
    expect(proposed(failed('environment variable NO_SUCH_LIBRARY_DIR is not defined\n'))).toBeUndefined();
  });

  it('selects settings for a compiler where a makefile selects none and builds nothing', () => {
    const text = 'ifeq ($(COMPILER),intel)\nFC = ifort\nendif\nifeq (${COMPILER}, gfortran)\nFC = gfortran\nendif\n';
    const variables = { COMPILER: '$(shell hostname | grep cray)', FC: 'echo' };
    expect(proposed(failed('echo -c a.f90\n', variables, { failed: undefined }), text)).toBe('make COMPILER=gfortran');
    // A build that fails for another reason has settings that were selected.
    expect(proposed(failed('a.f90:1: error: bad\n', variables), text)).toBeUndefined();
  });

  it('continues the first one, if the build made a source that make did not find', () => {
    const folder = temporaryFolder();
    const build = failed(
      "make: *** No rule to make target 'timer.o', needed by 'p'.  Stop.\n",
      {},
      { folder, where: folder },
    );
    expect(proposed(build)).toBeUndefined();
    writeFileSync(join(folder, 'timer.c'), '');
    const next = nextBuild(build, { text: '', cache: undefined });
    expect(next?.commands).toEqual([['trimtab-build', 'make']]);
    expect(nextBuild({ ...build, commands: next?.commands ?? [] }, { text: '', cache: undefined })).toBeUndefined();
  });

  it('is not one that was tried', () => {
    const build = failed('make: CC: No such file or directory\n', { CXX: 'CC' });
    const first = nextBuild(build, { text: '', cache: undefined });
    const tried = [build.commands, first?.commands ?? []];
    expect(nextBuild(build, { text: '', cache: undefined }, tried)).toBeUndefined();
  });

  it('takes a makefile in the place of a CMakeLists.txt that does not configure', () => {
    const folder = temporaryFolder();
    const commands = [['trimtab-build', 'cmake', '-S', '.', '-B', '.trimtab/build']];
    const cmake = failed(
      'CMake Error at CMakeLists.txt:3 (find_package):\n  not found\n',
      {},
      { commands, failed: commands[0], folder },
    );
    expect(proposed(cmake)).toBeUndefined();
    writeFileSync(join(folder, 'Makefile'), 'all:\n');
    expect(proposed(cmake)).toBe('make');
  });

  it('turns options of CMake for accelerators off', () => {
    const commands = [['trimtab-build', 'cmake', '-S', '.', '-B', 'b']];
    const cmake = failed('CMake Error: CMAKE_CUDA_COMPILER not set\n', {}, { commands, failed: commands[0] });
    expect(proposed(cmake, 'option(ENABLE_CUDA "GPUs" ON)\noption(ENABLE_HIP "GPUs" OFF)')).toBe(
      'cmake -S . -B b -DENABLE_CUDA=OFF',
    );
    expect(
      proposed({ ...cmake, output: 'CMake Error at x:1 (y):\n  bad\n' }, 'option(ENABLE_CUDA "GPUs" ON)'),
    ).toBeUndefined();
  });
});

describe('a template for a missing makefile', () => {
  const MISSING =
    "Makefile:1: config/make.inc: No such file or directory\nmake: *** No rule to make target 'config/make.inc'.  Stop.\n";

  function withFiles(...names: string[]): FailedBuild {
    const folder = temporaryFolder();
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), name.endsWith('.in') ? 'CC = @CC@\n' : 'CC = mpicc\n');
    }
    return failed(MISSING, {}, { folder, where: folder });
  }

  it.each([
    [['config/make.inc.example', 'config/make.inc.cray'], 'config/make.inc.example'],
    [['config/make.inc.intel', 'config/make.inc.gnu'], 'config/make.inc.gnu'],
    [['config/arch/make.inc.linux'], 'config/arch/make.inc.linux'],
  ])('of %j', (names, template) => {
    expect(proposed(withFiles(...names))).toBe(`--copy .trimtab/source . --put ${template} config/make.inc make`);
  });

  it('is the one that sets what the makefile uses', () => {
    const build = withFiles('config/make.inc.example', 'config/arch/make.inc.toss3');
    writeFileSync(join(build.folder, 'Makefile'), 'include config/make.inc\np: a.c\n\t$(MPICC) -o p a.c\n');
    writeFileSync(join(build.folder, 'config/make.inc.example'), 'CPP = CC\n');
    writeFileSync(join(build.folder, 'config/arch/make.inc.toss3'), 'MPICC = mpicc\n');
    expect(proposed(build)).toBe('--copy .trimtab/source . --put config/arch/make.inc.toss3 config/make.inc make');
  });

  it('is not another file', () => {
    expect(proposed(withFiles('config/other.inc.gnu'))).toBeUndefined();
    expect(proposed(withFiles('config/make.inc.intel', 'config/make.inc.cray'))).toBeUndefined();
    expect(proposed(withFiles('config/make.inc.in'))).toBeUndefined();
  });
});

describe('what make reports', () => {
  const REPORT = `# makefile (from 'Makefile', line 1)
CC := gcc$(VERSION)
# default
CXX = g++
# environment
HOME = /root
# makefile (from 'Makefile', line 2)
VERSION = -14
# makefile
MAKEFILE_LIST :=  Makefile config/make.inc

# Files
# Not a target:
a.c:
solver: a.o
#  Phony target
clean:
make: *** No rule to make target '.trimtab-no-such-goal'.  Stop.
`;

  it('is read as variables, goals and files', () => {
    const database = parseMakeDatabase(REPORT);
    expect(database.goals).toEqual(['solver', 'clean']);
    expect(database.files).toEqual(['Makefile', 'config/make.inc']);
    expect(database.variables).toEqual([
      { name: 'CC', value: 'gcc$(VERSION)', own: true },
      { name: 'CXX', value: 'g++', own: false },
      { name: 'VERSION', value: '-14', own: true },
    ]);
    expect(expanded('gcc$(VERSION) $(NONE)', database)).toBe('gcc-14 $(NONE)');
    expect(expanded('$(A)', { variables: [{ name: 'A', value: '$(A)', own: true }] })).toBe('$(A)');
  });

  it('is asked without goals', () => {
    expect(databaseCommand(['trimtab-build', 'make', '-f', 'm.mk', '-j', '4', 'all', 'CC=x'])).toEqual([
      ...['make', '-f', 'm.mk', 'CC=x', '-npq'],
      '.trimtab-no-such-goal',
    ]);
  });
});

describe('options of other compilers', () => {
  it('are found in messages of gcc and clang', () => {
    const output =
      "gcc: error: unrecognized command-line option ‘-fast’\nclang: error: unknown argument: '-mp'\ng++: error: language hip not recognized\ncc1: error: bad value (‘power8’) for ‘-mcpu=’ switch\n";
    expect([...refusedOptions(output)].sort()).toEqual(['-fast', '-mcpu=power8', '-mp', '-xhip']);
    expect(refusedOptions('a.c:1: error: expected expression\n').size).toBe(0);
  });

  it('are replaced, and others stay', () => {
    expect(wordsHere('-O2 -x hip --offload-arch=gfx90a -Iinclude', new Set(['-xhip']))).toBe('-O2 -Iinclude');
    expect(wordsHere('-fp-model precise -g $(MORE)', new Set(['-fp-model']))).toBe('-g $(MORE)');
    expect(wordsHere('-O3 -fopenmp -march=native', new Set())).toBe('-O3 -fopenmp -march=native');
  });
});

describe('the macro under which sources use MPI', () => {
  it.each([
    ['#ifndef A_H\n#define A_H\n#ifdef USE_MPI\n#include <mpi.h>\n#endif\n#endif\n', 'USE_MPI'],
    ['#if defined(HAVE_MPI)\n#include "mpi.h"\n#else\n#define MPI_Comm int\n#endif\n', 'HAVE_MPI'],
    ['#include <mpi.h>\n', undefined],
    ['#ifdef SERIAL\n#else\n#include <mpi.h>\n#endif\n', undefined],
    ['int main(void) { return 0; }\n', undefined],
  ])('in %j is %s', (text, macro) => {
    expect(macroForMpi([text])).toBe(macro);
  });
});

describe('a name among several', () => {
  it.each([
    [['intel', 'openmpi', 'cray'], true, 'openmpi'],
    [['serial', 'omp', 'cuda'], true, 'omp'],
    [['clean', 'install', 'solver'], true, 'solver'],
    [['one', 'two'], true, undefined],
    [['intel', 'pgi'], true, undefined],
  ])('%j is clear or not', (names, mpi, meant) => {
    expect(clearlyMeant(names, mpi)).toBe(meant);
  });
});

describe('the output of a build', () => {
  it('shows the folder of the make that failed, whichever comes first', () => {
    const output = new BuildOutput();
    output.add("make[1]: Entering directory '/p/a'\nmake[1]: Leaving directory '/p/a'\n");
    output.add(
      "make[1]: Entering directory '/p/b'\nmake[1]: Leaving directory '/p/b'\nx.c:1: error: bad\nmake[1]: *** [x.o] Error 1\nmake: *** [b] Error 2\n",
    );
    expect(output.folder).toBe('/p/b');
    expect(output.first).toBe('x.c:1: bad');
  });

  it('is kept around the first error only', () => {
    const output = new BuildOutput();
    for (let line = 0; line < 40_000; line++) output.add(`compiling ${line}\n`);
    output.add('x.c:1: error: bad\n');
    for (let line = 0; line < 40_000; line++) output.add(`noise ${line}\n`);
    expect(output.aroundError).toContain('x.c:1: error: bad');
    expect(output.aroundError.length).toBeLessThan(300_000);
  });
});

it('a missing library is named with its package', () => {
  expect(libraryAdvice('a.c:1:10: fatal error: hdf5.h: No such file or directory\n')).toBe(
    'a library is missing: install it (Debian: apt install libhdf5-dev)',
  );
  expect(libraryAdvice('a.c:1:10: fatal error: mine.h: No such file or directory\n')).toBeUndefined();
});
