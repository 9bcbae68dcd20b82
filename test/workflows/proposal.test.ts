import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planMake } from '../../src/workflows/makefile.js';
import { parseConfiguration } from '../../src/workflows/configuration.js';
import { proposeConfiguration } from '../../src/workflows/proposal.js';
import { temporaryFolder } from '../experiments/support.js';

const C_MAIN = '#include <mpi.h>\nint main(void) { return 0; }\n';

function project(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The proposal for a path in a project, read back. */
function proposed(folder: string, path = '.') {
  const proposal = proposeConfiguration(join(folder, path));
  const configuration = parseConfiguration(proposal.text, proposal.path);
  return { proposal, build: configuration.build?.commands, run: configuration.run.commands[0], configuration };
}

describe('a source file without build description', () => {
  it.each([
    ['ring.c', C_MAIN, ['trimtab-cc', 'mpicc', '-O2', '-g', '-o', 'ring', 'ring.c', '-lm']],
    ['ring.cpp', C_MAIN, ['trimtab-cc', 'mpicxx', '-O2', '-g', '-o', 'ring', 'ring.cpp', '-lm']],
    ['ring.f90', 'program ring\nend program\n', ['trimtab-cc', 'mpifort', '-O2', '-g', '-o', 'ring', 'ring.f90']],
  ])('%s is compiled with its MPI compiler', (name, text, build) => {
    const folder = project({ [name]: text });
    for (const path of ['.', name]) {
      const found = proposed(folder, path);
      expect(found.build).toEqual([build]);
      expect(found.run).toEqual(['mpirun', '-n', '4', './ring']);
      expect(found.proposal.path).toBe(join(folder, 'trimtab.yaml'));
    }
  });

  it('takes helpers without main along, and leaves other programs alone', () => {
    expect(proposed(project({ 'a.c': C_MAIN, 'b.c': 'int f;' }), 'a.c').build?.[0].slice(-3)).toEqual([
      'b.c',
      'a.c',
      '-lm',
    ]);
    expect(proposed(project({ 'a.c': C_MAIN, 'b.c': C_MAIN }), 'b.c').build?.[0].slice(-2)).toEqual(['b.c', '-lm']);
  });

  it('compiles Fortran modules before those who use them', () => {
    const folder = project({
      'a.f90': 'program a\n  use z\nend program\n',
      'b.f90': 'module b\nend module\n',
      'z.f90': 'module z\n  use, intrinsic :: iso_c_binding\n  USE :: Y, only: f\nend module\n',
      'y.f90': 'module y\ncontains\n  module procedure f\n  end procedure\nend module\n',
    });
    expect(proposed(folder).build?.[0].slice(-4)).toEqual(['b.f90', 'y.f90', 'z.f90', 'a.f90']);
  });

  it('says what to do where nothing or too much is found', () => {
    expect(() => proposeConfiguration(project({ 'readme.txt': '' }))).toThrow(
      /holds no Makefile, no CMakeLists.txt and no C/,
    );
    expect(() => proposeConfiguration(project({ 'a.c': C_MAIN, 'b.c': C_MAIN }))).toThrow(
      /several main programs \(a\.c, b\.c\); start from the one/,
    );
    expect(() => proposeConfiguration(join(project({ 'readme.txt': '' }), 'readme.txt'))).toThrow(
      /readme\.txt is no source file, and .* holds no Makefile/,
    );
    expect(() => proposeConfiguration('/nonexistent/x.c')).toThrow('/nonexistent/x.c does not exist.');
  });
});

describe('a Makefile', () => {
  it('is run with its own variables', () => {
    const folder = project({
      Makefile:
        'CC = mpicc\nCFLAGS = -O2\nall: heat2d\nheat2d: heat2d.c\n\t$(CC) $(CFLAGS) -o $@ $<\n.PHONY: all clean\nclean:\n\trm -f heat2d\n',
      'heat2d.c': C_MAIN,
    });
    const { build, run, proposal } = proposed(folder, 'heat2d.c');
    expect(build).toEqual([['make', '-B', 'CC=trimtab-cc mpicc']]);
    expect(run).toEqual(['mpirun', '-n', '4', './heat2d']);
    expect(proposal.summary).toBe('Found Makefile, which builds heat2d with mpicc.');
    expect(proposal.text).toContain('command: [make, -B, "CC=trimtab-cc mpicc"]');
  });

  it.each([
    ['MPICC ?= mpicc.mpich -std=c11\nprog: a.c\n\t$(MPICC) a.c', ['MPICC=trimtab-cc mpicc.mpich -std=c11'], 'prog'],
    ['FC=mpif90\nsweep: sweep.f90\n\t$(FC) -o $@ $<', ['FC=trimtab-cc mpif90'], 'sweep'],
    ['PROG := bin/app\nCXX := mpicxx\n$(PROG): $(OBJS)\n\t$(CXX) -o $@ $^', ['CXX=trimtab-cc mpicxx'], 'bin/app'],
    ['CC=gcc\nprog: prog.c\n\t$(CC) -lmpi -o prog prog.c', ['CC=trimtab-cc mpicc'], 'prog'],
    ['LD = $(CC)\nCC = mpicc\nall: solver tests\nsolver: a.o b.o\n\t$(LD) -o $@ $^', ['CC=trimtab-cc mpicc'], 'solver'],
    [
      'OBJ = a.o \\\n  b.o\nEXE = x\nCC = trimtab-cc mpicc\n.PHONY: all\nall: $(EXE)\n$(EXE): $(OBJ)\n\t$(CC) -o $@ $^',
      ['CC=trimtab-cc mpicc'],
      'x',
    ],
    [
      'CC = mpicc # the compiler\nFC = mpifort\nmixed: a.c b.f90\n\t$(FC)',
      ['CC=trimtab-cc mpicc', 'FC=trimtab-cc mpifort'],
      'mixed',
    ],
    ['COMPILER = mpicc\nprog: p.c\n\t$(COMPILER) p.c -o prog', ['COMPILER=trimtab-cc mpicc'], 'prog'],
    ['A = $(B)\nB = $(A)\nall: $(A)\n', ['CC=trimtab-cc mpicc'], undefined],
  ])('%j', (text, overrides, program) => {
    const plan = planMake(text, ['a.c']);
    expect(plan.overrides).toEqual(overrides);
    expect(plan.program).toBe(program);
  });

  it('is said not to be enough when its recipes name the compiler', () => {
    const { proposal } = proposed(project({ Makefile: 'prog: prog.c\n\tmpicc -o prog prog.c\n', 'prog.c': C_MAIN }));
    expect(proposal.summary).toMatch(/Some recipes call mpicc directly; write \$\(CC\)/);
  });

  it('above the source counts only when it mentions it', () => {
    const files = { 'src/prog.c': C_MAIN, '.git/HEAD': '' };
    expect(
      proposed(project({ ...files, Makefile: 'CC=mpicc\nprog: src/prog.c\n\t$(CC) $<\n' }), 'src/prog.c').build?.[0][0],
    ).toBe('make');
    expect(proposed(project({ ...files, Makefile: 'doc:\n\techo\n' }), 'src/prog.c').build?.[0][0]).toBe('trimtab-cc');
  });

  it('matches the launcher to the compiler', () => {
    const folder = project({ Makefile: 'CC=mpicc.mpich\np: p.c\n\t$(CC) -o p p.c\n', 'p.c': C_MAIN });
    expect(proposed(folder).run[0]).toBe('mpirun.mpich');
  });
});

const OMP_MAIN = '#include <stdio.h>\nint main(void) {\n#pragma omp parallel\n  puts("");\n}\n';
const THREADED = 'program p\n!$omp parallel\n!$omp end parallel\nend program\n';

describe('a program with OpenMP', () => {
  it.each([
    ['a.c', OMP_MAIN, ['trimtab-cc', 'gcc', '-O2', '-g', '-fopenmp', '-o', 'a', 'a.c', '-lm']],
    ['a.f90', THREADED, ['trimtab-cc', 'gfortran', '-O2', '-g', '-fopenmp', '-o', 'a', 'a.f90']],
  ])('is one process without MPI (%s)', (name, text, build) => {
    const { build: found, run, configuration } = proposed(project({ [name]: text }));
    expect(found).toEqual([build]);
    expect(run).toEqual(['./a']);
    expect(configuration.ranks).toBe(1);
    expect(configuration.environment).toEqual({ OMP_NUM_THREADS: '4' });
  });

  it('has ranks and threads with MPI', () => {
    const { build, run, configuration } = proposed(project({ 'a.c': `#include <mpi.h>\n${OMP_MAIN}` }));
    expect(build?.[0].slice(0, 5)).toEqual(['trimtab-cc', 'mpicc', '-O2', '-g', '-fopenmp']);
    expect(run).toEqual(['mpirun', '-n', '2', './a']);
    expect(configuration.environment).toEqual({ OMP_NUM_THREADS: '2' });
  });

  it.each([
    ['CC = gcc-12\na: a.c\n\t$(CC) -fopenmp -o a a.c\n', ['make', '-B', 'CC=trimtab-cc gcc-12']],
    ['a: a.c\n\t$(CC) -fopenmp -o a a.c\n', ['make', '-B', 'CC=trimtab-cc gcc']],
    ['CXX = clang++\na: a.c\n\t$(CXX) -fopenmp -o a a.c\n', ['make', '-B', 'CXX=trimtab-cc clang++']],
  ])('is built with its Makefile (%j)', (makefile, build) => {
    const { build: found, run } = proposed(project({ Makefile: makefile, 'a.c': OMP_MAIN }));
    expect(found).toEqual([build]);
    expect(run).toEqual(['./a']);
  });

  it('keeps the MPI compiler its Makefile names', () => {
    const { build, run } = proposed(
      project({ Makefile: 'CC = mpicc\na: a.c\n\t$(CC) -fopenmp a.c\n', 'a.c': OMP_MAIN }),
    );
    expect(build).toEqual([['make', '-B', 'CC=trimtab-cc mpicc']]);
    expect(run[0]).toBe('mpirun');
  });

  it('is found in a CMake project', () => {
    const { build, run, configuration } = proposed(
      project({
        'CMakeLists.txt': 'project(demo C)\nfind_package(OpenMP)\nadd_executable(demo a.c)\n',
        'a.c': OMP_MAIN,
      }),
    );
    expect(build?.[0]).toContain('-DCMAKE_C_COMPILER=gcc');
    expect(run).toEqual(['./.trimtab/build/demo']);
    expect(configuration.environment).toEqual({ OMP_NUM_THREADS: '4' });
  });
});

describe('a CMake project', () => {
  it('is configured with the compiler launchers and built in a folder of its own', () => {
    const folder = project({
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nadd_subdirectory(src)\n',
      'src/CMakeLists.txt':
        '# add_executable(no no.c)\nadd_executable(${PROJECT_NAME}_main main.c)\nadd_executable(other other.c)\n',
      'src/main.c': C_MAIN,
      'src/other.c': C_MAIN,
    });
    const { build, run, proposal } = proposed(folder, 'src/main.c');
    expect(proposal.path).toBe(join(folder, 'trimtab.yaml'));
    expect(build).toHaveLength(2);
    expect(build?.[0]).toEqual(
      expect.arrayContaining([
        '-DCMAKE_C_COMPILER=mpicc',
        '-DCMAKE_C_COMPILER_LAUNCHER=trimtab-cc',
        '-DCMAKE_C_LINKER_LAUNCHER=trimtab-cc',
      ]),
    );
    expect(run.at(-1)).toBe('./.trimtab/build/src/demo_main');
    expect(proposed(folder, 'src/other.c').run.at(-1)).toBe('./.trimtab/build/src/other');
  });
});
