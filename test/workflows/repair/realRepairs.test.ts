/** Small projects of the kinds that do not build at once: they are built by what rules propose. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProbe, lacking } from '../mpiProject.js';
import { MPI_MAIN, PLAIN_MAIN, projectOf, runAsNewcomer } from '../newcomer.js';

const missing = await lacking();

/** The build of a project that repairs itself, without the measurement in front of it. */
async function builtBy(folder: string): Promise<{ commands: string[]; output: string; processes: number }> {
  const { settled, output, report } = await runAsNewcomer(folder);
  const commands = (settled.build?.commands ?? []).map((argv) =>
    argv.filter((word) => !['trimtab-build', '--fresh'].includes(word)).join(' '),
  );
  return { commands, output, processes: report.processes };
}

describe.skipIf(missing !== undefined)('a project that does not build at once', () => {
  beforeAll(() => buildProbe());

  it('takes the compiler of MPI where mpi.h is missing', async () => {
    const folder = projectOf({ Makefile: 'CC = cc -O1\nsolver: a.c\n\t$(CC) -o solver a.c\n', 'a.c': MPI_MAIN });
    const { commands, output, processes } = await builtBy(folder);
    expect(commands).toEqual(['make CC=mpicc -O1']);
    expect(processes).toBe(2);
    expect(output).toContain(
      'Next build (1 of at most 3), since the compiler that is used does not find MPI: make "CC=mpicc -O1"',
    );
    expect(output).toContain('This build worked, and is written into trimtab.yaml: make "CC=mpicc -O1"');
    // The next run begins with it.
    expect((await runAsNewcomer(folder)).output).not.toContain('Next build');
  });

  it('takes the compiler for a variable that no makefile sets', async () => {
    const folder = projectOf({ Makefile: 'solver: a.o\n\t$(CC) -o solver a.o\n', 'a.c': MPI_MAIN });
    expect((await builtBy(folder)).commands).toEqual(['make CC=mpicc']);
  });

  it('replaces a compiler that is missing, with the options of that compiler', async () => {
    const folder = projectOf({
      Makefile: 'CXX = CC\nOPT = -O2 -xHost -qopenmp\nall: solver\nsolver: a.cpp\n\t$(CXX) $(OPT) -o solver a.cpp\n',
      'a.cpp': `#include <omp.h>\n${MPI_MAIN.replace('int n;', 'int n = omp_get_max_threads();')}`,
    });
    const { commands } = await builtBy(folder);
    expect(commands).toEqual(['make CXX=mpicxx OPT=-O2 -march=native -fopenmp']);
  });

  it('selects the settings for the compiler of this machine', async () => {
    const folder = projectOf({
      Makefile:
        'SUITE = pgi\nFLAGS_pgi = -fastsse\nFLAGS_gnu = -O2\nifeq ($(SUITE),pgi)\nCC = pgcc\nendif\nifeq ($(SUITE),gnu)\nCC = mpicc\nendif\nsolver: a.c\n\t$(CC) $(FLAGS_$(SUITE)) -o solver a.c\n',
      'a.c': MPI_MAIN,
    });
    const { commands } = await builtBy(folder);
    expect(commands[0]).toContain('SUITE=gnu');
  });

  it('allows variables that several files define', async () => {
    const folder = projectOf({
      Makefile: 'CC = mpicc\nsolver: a.c b.c\n\t$(CC) -o solver a.c b.c\n',
      'a.c': `int shared;\n${MPI_MAIN}`,
      'b.c': 'int shared;\n',
    });
    expect((await builtBy(folder)).commands).toEqual(['make CC=mpicc -fcommon']);
  });

  it('copies a template in a copy of the sources, whose lines are those of the project', async () => {
    const makefile = 'include ../common/make.defs\nsolver: a.c\n\t$(MPICC) -o solver a.c\n';
    const top = projectOf({
      'kernel/Makefile': makefile,
      'kernel/a.c': MPI_MAIN.replace(
        'int main',
        'void work(void) { for (volatile int i = 0; i < 100000000; i++) ; }\nint main',
      ).replace('int n;', 'int n;\n  work();'),
      'common/make.defs.intel': 'MPICC = mpiicc\n',
      'common/make.defs.gcc': 'MPICC = mpicc\n',
    });
    const folder = join(top, 'kernel');
    const { report, settled, text } = await runAsNewcomer(folder);
    expect(settled.build?.commands).toEqual([
      [
        ...['trimtab-build', '--fresh', '--copy', '.trimtab/source', '..'],
        ...['--put', '../common/make.defs.gcc', '../common/make.defs', 'make'],
      ],
    ]);
    expect(existsSync(join(top, 'common/make.defs'))).toBe(false);
    expect(existsSync(join(folder, 'solver'))).toBe(false);
    const work = report.functions.find(({ region }) => region === 'work');
    expect(work?.place.file).toBe(join(folder, 'a.c'));
    expect(text).not.toContain(folder);
  });

  it('builds the goal for this machine, of those that the makefile lists', async () => {
    const folder = projectOf({
      Makefile:
        'help:\n\t@echo "make target where target is one of:"\n\t@echo "   openmpi (Open MPI)"\n\t@echo "   intel   (Intel MPI)"\nopenmpi:\n\tmpicc -o solver a.c\nintel:\n\tmpiicc -o solver a.c\n',
      'a.c': MPI_MAIN,
    });
    expect((await builtBy(folder)).commands).toEqual(['make openmpi']);
  });

  it('enables MPI that is behind a variable', async () => {
    const source = MPI_MAIN.replace('#include <mpi.h>', '#ifdef USING_MPI\n#include <mpi.h>\n#endif');
    const main = source.replace(
      /int main[\s\S]*/,
      (text) => `#ifdef USING_MPI\n${text}#else\nint main(void) { puts("serial"); return 0; }\n#endif\n`,
    );
    const folder = projectOf({
      Makefile: 'CC = gcc\nUSE_MPI =\n#USE_MPI = -DUSING_MPI\nsolver: a.c\n\t$(CC) $(USE_MPI) -o solver a.c\n',
      'a.c': main,
    });
    const { commands, processes } = await builtBy(folder);
    expect(commands).toEqual(['make CC=mpicc USE_MPI=-DUSING_MPI']);
    expect(processes).toBe(2);
  });

  it('is built without MPI after all, if its part with MPI does not compile', async () => {
    const main = `#ifdef PARALLEL\n#include <mpi.h>\n#error unfinished\n#endif\n${PLAIN_MAIN}`;
    const folder = projectOf({
      Makefile:
        'CC = gcc\nPARALLEL = no\nifeq ($(PARALLEL),yes)\nCFLAGS = -DPARALLEL\nendif\nsolver: a.c\n\t$(CC) $(CFLAGS) -o solver a.c\n',
      'a.c': main,
    });
    const { commands, output, processes } = await builtBy(folder);
    expect(output).toContain('make CC=mpicc PARALLEL=yes');
    expect(commands).toEqual(['make']);
    expect(processes).toBe(1);
  });

  it('takes a build type that a project of CMake names, and a value that it demands', async () => {
    const folder = projectOf({
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nif(NOT CMAKE_BUILD_TYPE MATCHES "^(Release|Debug)$")\n  message(FATAL_ERROR "Only Release or Debug is supported, got `${CMAKE_BUILD_TYPE}`")\nendif()\nmessage(STATUS "Available models: cuda;omp;serial")\nif(NOT DEFINED MODEL)\n  message(FATAL_ERROR "MODEL is unspecified, pick one from the available models")\nendif()\nadd_executable(demo-${MODEL} a.c)\n',
      'a.c': MPI_MAIN,
    });
    const { commands } = await builtBy(folder);
    expect(commands[0]).toContain('-DCMAKE_BUILD_TYPE=Release -DMODEL=omp');
  });

  it('takes the part of the makefile that is for this machine, not for an accelerator', async () => {
    const folder = projectOf({
      Makefile:
        '# Accelerator of AMD\nROOT = /opt/rocm\nCXX = mpicxx\nCPPFLAGS = -DHAVE_HIP -x hip --offload-arch=gfx90a\nLDFLAGS = --hip-link\n\n# Cuda\n#CXX = nvcc\n#CPPFLAGS = -DHAVE_CUDA\n#LDFLAGS = -lcuda\n\n# GCC with MPI\n#CXX = mpicxx\n#CPPFLAGS = -DHAVE_MPI\n#LDFLAGS = -g\n\nsolver: a.cc\n\t$(CXX) $(CPPFLAGS) -o solver a.cc $(LDFLAGS)\n',
      'a.cc': MPI_MAIN,
    });
    const { commands } = await builtBy(folder);
    expect(commands).toEqual(['make ROOT= CXX=mpicxx CPPFLAGS=-DHAVE_MPI LDFLAGS=-g']);
  });

  it('replaces options that are in no variable, and adds libraries that are missing in the link', async () => {
    const folder = projectOf({
      Makefile: 'solver: a.c\n\tmpicc -fno-alias -o solver a.c\n',
      'a.c': `#include <math.h>\n${MPI_MAIN.replace('int n;', 'int n;\n  volatile double x = c;\n  x = cbrt(x);')}`,
    });
    expect((await builtBy(folder)).commands).toEqual(['--link -lm --instead -fno-alias  make']);
  });

  it('asks how it is built, with commands of its text for users, and keeps the answer', async () => {
    const folder = projectOf({
      Makefile:
        'help:\n\t@echo "read README.md"\nsmall:\n\tmpicc -DN=1 -o small a.c\nlarge:\n\tmpicc -DN=9 -o large a.c\n',
      'README.md':
        'Build it:\n\n    make large\n\nor with less:\n\n    $ make small\n\nmake sure that MPI is installed.\n',
      'a.c': MPI_MAIN,
    });
    const asked: { question: string; options: readonly string[] }[] = [];
    const choose = (question: string, options: readonly string[]) => {
      asked.push({ question, options });
      return Promise.resolve(options[1]);
    };
    const { settled } = await runAsNewcomer(folder, undefined, { choose });
    expect(asked).toEqual([{ question: 'How do you build it?', options: ['make large', 'make small'] }]);
    expect(settled.build?.commands).toEqual([['trimtab-build', '--fresh', 'make', 'small']]);
  });

  it('that worked before is not changed: the message has the command to try', async () => {
    const folder = projectOf({ Makefile: 'CC = mpicc\nsolver: a.c\n\t$(CC) -o solver a.c\n', 'a.c': MPI_MAIN });
    await runAsNewcomer(folder);
    const before = readFileSync(join(folder, 'trimtab.yaml'), 'utf8');
    writeFileSync(join(folder, 'Makefile'), 'CC = cc\nsolver: a.c\n\t$(CC) -o solver a.c\n');
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      "a.c:1: mpi.h: No such file or directory; the compiler that is used does not find MPI: trimtab run --build 'make CC=mpicc'",
    );
    expect(readFileSync(join(folder, 'trimtab.yaml'), 'utf8')).toBe(before);
  });

  it('with a mistake in its sources is built once, and the mistake is shown', async () => {
    const folder = projectOf({
      Makefile: 'CC = mpicc\nsolver: a.c\n\t$(CC) -o solver a.c\n',
      'a.c': 'int main(void) { return missing; }\n',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(/a\.c:1: .missing. undeclared/);
    await expect(question).rejects.not.toThrow(/trimtab run --build/);
  });
});
