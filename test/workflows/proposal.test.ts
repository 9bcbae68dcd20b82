import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { parseConfiguration } from '../../src/workflows/configuration/configuration.js';
import { NothingToBuildError, proposeConfiguration } from '../../src/workflows/proposal/proposal.js';
import { configurePresets } from '../../src/workflows/buildSystems/cmakePresets.js';
import { isOpen } from '../../src/workflows/building/settle.js';
import { temporaryFolder } from '../experiments/support.js';
import { mpis } from '../probe/support.js';

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
function proposed(folder: string, path = '.', cores = 4) {
  const proposal = proposeConfiguration(join(folder, path), cores);
  const configuration = parseConfiguration(proposal.text, proposal.path);
  return {
    proposal,
    build: configuration.build?.commands,
    run: elementAt(configuration.run.commands, 0),
    configuration,
  };
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
    expect(proposed(project({ 'a.c': C_MAIN, 'b.c': 'int f;' }), 'a.c').build?.[0]?.slice(-3)).toEqual([
      'b.c',
      'a.c',
      '-lm',
    ]);
    expect(proposed(project({ 'a.c': C_MAIN, 'b.c': C_MAIN }), 'b.c').build?.[0]?.slice(-2)).toEqual(['b.c', '-lm']);
  });

  it('compiles Fortran modules before those who use them', () => {
    const folder = project({
      'a.f90': 'program a\n  use z\nend program\n',
      'b.f90': 'module b\nend module\n',
      'z.f90': 'module z\n  use, intrinsic :: iso_c_binding\n  USE :: Y, only: f\nend module\n',
      'y.f90': 'module y\ncontains\n  module procedure f\n  end procedure\nend module\n',
    });
    expect(proposed(folder).build?.[0]?.slice(-4)).toEqual(['b.f90', 'y.f90', 'z.f90', 'a.f90']);
  });

  it('explains what to do if nothing or too much is found', () => {
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

describe('what is not built', () => {
  it.each([
    ['print(1)\n', 1, ['trimtab-preload', 'python3', 'solve.py']],
    ['from mpi4py import MPI\n', 4, ['mpirun', '-n', '4', 'trimtab-preload', 'python3', 'solve.py']],
    ['# import mpi4py\n', 1, ['trimtab-preload', 'python3', 'solve.py']],
  ])('is a script of Python, with MPI where it imports that: %j', (text, ranks, run) => {
    const folder = project({ 'solve.py': text, Makefile: 'a: a.c\n' });
    const { configuration, run: command, build, proposal } = proposed(folder, 'solve.py');
    expect([command, build, configuration.ranks]).toEqual([run, undefined, ranks]);
    expect(configuration).toMatchObject({ program: 'solve.py', sources: ['**/*.py'] });
    expect(proposal.summary).toContain('solve.py is run by python3 without changes');
    expect(proposal.text).not.toContain('build:');
  });

  it('is run by the interpreter of its project', () => {
    const folder = project({ 'solve.py': '', '.venv/bin/python': '' });
    expect(proposed(folder, 'solve.py').run).toEqual(['trimtab-preload', './.venv/bin/python', 'solve.py']);
  });

  it('is a program that nothing here builds', () => {
    const folder = project({ 'readme.txt': '' });
    execFileSync('gcc', ['-x', 'c', '-o', join(folder, 'solver'), '-'], { input: 'int main(void) { return 0; }' });
    const { configuration, run, build, proposal } = proposed(folder, 'solver');
    expect([run, build, configuration.ranks]).toEqual([['trimtab-preload', './solver'], undefined, 1]);
    expect(configuration).toMatchObject({ program: 'solver', sources: [], measure: { io: true } });
    expect(proposal.summary).toMatch(/^Found nothing that builds solver, .* linked with no MPI library/);
    // If a build system exists, its build is proposed.
    writeFileSync(join(folder, 'Makefile'), 'solver: solver.c\n');
    expect(proposed(folder, 'solver').build).toEqual(BUILT_BY_MAKE);
  });

  it.runIf(mpis.length > 0)('is launched by the MPI that it is linked with', () => {
    const folder = project({});
    const input = '#include <mpi.h>\nint main(int c, char **v) { return MPI_Init(&c, &v) + MPI_Finalize(); }';
    execFileSync(`mpicc.${mpis[0] ?? ''}`, ['-x', 'c', '-o', join(folder, 'ring'), '-'], { input });
    const { configuration, run, proposal } = proposed(folder, 'ring');
    expect([run, configuration.ranks, configuration.measure]).toEqual([['trimtab-preload', './ring'], 4, {}]);
    expect(proposal.text).toContain("Trimtab puts the launcher of the program's MPI in front of its command");
  });
});

const BUILT_BY_MAKE = [['trimtab-build', '--fresh', 'make']];
const OPEN_RUN = ['mpirun', '-n', '4', '{program}'];

describe('a Makefile', () => {
  it.each([
    'CC = mpicc\nall: heat2d\nheat2d: heat2d.c\n\t$(CC) -o $@ $<\n',
    'heat2d: heat2d.c\n\tmpicc -o heat2d heat2d.c\n',
    'include rules\nifdef CLASS\nall: $(OBJ)\nelse\nheader:\n\t@echo set CLASS\nendif\n',
  ])('is run unmodified, and its products are looked for afterwards (%j)', (text) => {
    const { build, run, proposal, configuration } = proposed(project({ Makefile: text, 'a.c': C_MAIN }));
    expect(build).toEqual(BUILT_BY_MAKE);
    expect(run).toEqual(OPEN_RUN);
    expect(isOpen(configuration)).toBe(true);
    expect(proposal.summary).toBe('Found Makefile, which builds the program.');
  });

  it('has the program of the source file that was pointed at, where a rule makes it', () => {
    const folder = project({ Makefile: 'CC=mpicc\nall: a b\na: a.c\nb: b.c\n', 'a.c': C_MAIN, 'b.c': C_MAIN });
    expect(proposed(folder, 'b.c').run).toEqual(['mpirun', '-n', '4', './b']);
    expect(proposed(folder).run).toEqual(OPEN_RUN);
  });

  it('of another name is copied first, as it may call make again', () => {
    const folder = project({ 'Makefile.vanilla': 'a: a.c\n', 'a.c': C_MAIN });
    expect(proposed(folder).build).toEqual([['cp', 'Makefile.vanilla', 'Makefile'], ...BUILT_BY_MAKE]);
  });

  it('that configure makes is made by it', () => {
    const folder = project({ configure: '#!/bin/sh\n', 'a.c': C_MAIN });
    expect(proposed(folder).build).toEqual([['trimtab-build', './configure'], ...BUILT_BY_MAKE]);
  });

  it('above the source counts only when it mentions it', () => {
    const files = { 'src/prog.c': C_MAIN, '.git/HEAD': '' };
    expect(
      proposed(project({ ...files, Makefile: 'CC=mpicc\nprog: src/prog.c\n\t$(CC) $<\n' }), 'src/prog.c').build?.[0],
    ).toContain('make');
    expect(proposed(project({ ...files, Makefile: 'doc:\n\techo\n' }), 'src/prog.c').build?.[0]?.[0]).toBe(
      'trimtab-cc',
    );
  });

  it('matches the launcher to the compiler', () => {
    const folder = project({ Makefile: 'CC=mpicc.mpich\np: p.c\n\t$(CC) -o p p.c\n', 'p.c': C_MAIN });
    expect(proposed(folder).run[0]).toBe('mpirun.mpich');
  });

  it('shows its search folder if the program has a folder of a general name', () => {
    const folder = project({ 'miniapp/ref/src/Makefile': 'a: a.c\n', 'miniapp/ref/src/a.c': C_MAIN });
    expect(proposed(folder, 'miniapp/ref/src').configuration.program).toBe('miniapp');
  });
});

describe('programs in folders below', () => {
  const MAKE = 'a: a.c\n\tmpicc a.c\n';
  const PLAIN = 'int main(void) { return 0; }\n';
  const USING = '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return 0; }\n';

  it('are taken where there is only one', () => {
    const folder = project({ 'src/Makefile': MAKE, 'src/a.c': C_MAIN, 'docs/Makefile': 'doc:\n' });
    expect(proposed(folder).proposal.path).toBe(join(folder, 'src', 'trimtab.yaml'));
  });

  it('are listed, the likeliest first', () => {
    const folder = project({
      'cuda/src/Makefile': MAKE,
      'cuda/src/a.c': USING,
      'openmp/Makefile': MAKE,
      'openmp/a.c': PLAIN,
      'ref/src/Makefile': MAKE,
      'ref/src/a.c': USING,
      'ref/basic/Makefile': MAKE,
      'ref/basic/b.c': 'int f;\n',
    });
    const failure = (): unknown => proposeConfiguration(folder);
    expect(failure).toThrow(NothingToBuildError);
    expect(failure).toThrow(
      'itself holds nothing to build, but folders below it do (ref/src, openmp, cuda/src); choose one: trimtab run ref/src',
    );
  });
});

describe('ranks and threads', () => {
  it.each([
    [1, '1', 1, '1'],
    [2, '2', 2, '1'],
    [4, '4', 2, '2'],
    [64, '4', 2, '2'],
  ])('do not need more than %i cores together', (cores, alone, ranks, threads) => {
    const mpi = proposed(project({ 'a.c': C_MAIN }), '.', cores);
    expect(mpi.run[2]).toBe(alone);
    const both = proposed(project({ 'a.c': `#include <mpi.h>\n${OMP_MAIN}` }), '.', cores);
    expect(both.configuration.ranks).toBe(ranks);
    expect(both.configuration.environment).toEqual({ OMP_NUM_THREADS: threads });
    const threaded = proposed(project({ 'a.c': OMP_MAIN }), '.', cores);
    expect(threaded.configuration.environment).toEqual({ OMP_NUM_THREADS: alone });
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
    expect(build?.[0]?.slice(0, 5)).toEqual(['trimtab-cc', 'mpicc', '-O2', '-g', '-fopenmp']);
    expect(run).toEqual(['mpirun', '-n', '2', './a']);
    expect(configuration.environment).toEqual({ OMP_NUM_THREADS: '2' });
  });

  it('is found in a CMake project', () => {
    const { build, run, configuration } = proposed(
      project({
        'CMakeLists.txt': 'project(demo C)\nfind_package(OpenMP)\nadd_executable(demo a.c)\n',
        'a.c': OMP_MAIN,
      }),
    );
    expect(build?.[0]).toContain('-DCMAKE_C_COMPILER=gcc');
    expect(run).toEqual(OPEN_RUN.map((word) => (word === '4' ? '1' : word)));
    expect(configuration.environment).toEqual({ OMP_NUM_THREADS: '4' });
  });
});

describe('a CMake project', () => {
  it('is configured with the compiler launchers and built in a separate folder', () => {
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
    expect(build?.[0]?.slice(0, 2)).toEqual(['trimtab-build', 'cmake']);
    expect(build?.[0]).toContain('-DCMAKE_C_COMPILER=mpicc');
    expect(build?.[1]).toEqual(['trimtab-build', '--fresh', 'cmake', '--build', '.trimtab/build']);
    expect(run.at(-1)).toBe('./.trimtab/build/src/demo_main');
    expect(proposed(folder, 'src/other.c').run.at(-1)).toBe('./.trimtab/build/src/other');
  });

  it('is configured to use MPI if it can and does not by default', () => {
    const folder = project({
      'CMakeLists.txt':
        'project(demo C)\noption(DEMO_WITH_MPI "with MPI" OFF)\noption(DEMO_GUI "a window" OFF)\nadd_executable(demo a.c)\n',
      'a.c': C_MAIN,
    });
    const { build, proposal } = proposed(folder);
    expect(build?.[0]).toContain('-DDEMO_WITH_MPI=ON');
    expect(build?.[0]?.some((word) => word.includes('GUI'))).toBe(false);
    expect(proposal.summary).toMatch(/With -DDEMO_WITH_MPI=ON, so that it uses MPI\.$/);
  });
});

describe('presets of a CMake project', () => {
  const presets = {
    version: 4,
    include: ['more.json'],
    configurePresets: [
      { name: 'base', hidden: true, generator: 'Unix Makefiles' },
      { name: 'release', inherits: 'base' },
      {
        name: 'win',
        inherits: 'base',
        condition: { type: 'equals', lhs: '${hostSystemName}', rhs: 'Windows' },
      },
      { name: 'win-too', inherits: ['base', 'win'] },
      { name: 'anyway', inherits: 'win', condition: null },
      {
        name: 'unix',
        condition: { type: 'not', condition: { type: 'inList', string: '${hostSystemName}', list: ['Windows'] } },
      },
      { name: 'never', condition: { type: 'anyOf', conditions: [false, { type: 'const', value: false }] } },
    ],
  };
  const more = { version: 4, configurePresets: [{ name: 'included', generator: 'Unix Makefiles' }] };
  const files = {
    'CMakeLists.txt':
      'cmake_minimum_required(VERSION 3.23)\nproject(demo C)\nfind_package(MPI)\nadd_executable(demo a.c)\n',
    'a.c': C_MAIN,
    'CMakePresets.json': JSON.stringify(presets),
    'more.json': JSON.stringify(more),
  };

  it('are those that CMake lists on this machine', () => {
    const folder = project(files);
    const listed = execFileSync('cmake', ['--list-presets'], { cwd: folder, encoding: 'utf8' });
    const names = [...listed.matchAll(/^ {2}"(.+?)"/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(2);
    expect(configurePresets(folder).sort()).toEqual(names.sort());
  });

  it('that are several are listed, and none of them is used', () => {
    const { proposal, build } = proposed(project(files));
    expect(build?.[0]).not.toContain('--preset');
    expect([...(proposal.presets ?? [])].sort()).toEqual(['anyway', 'included', 'release', 'unix']);
    expect(proposal.summary).toContain(
      "Without one of its presets (included, release, anyway, unix); to use one: trimtab run --build 'cmake --preset included -B .trimtab/build && cmake --build .trimtab/build'.",
    );
  });

  it.each([
    ['is alone', [{ name: 'fast' }], 'fast'],
    ['is called so', [{ name: 'a' }, { name: 'default' }], 'default'],
  ])('of which one %s are used by that', (_, configurePresets_, used) => {
    const { build, proposal } = proposed(
      project({ ...files, 'CMakePresets.json': JSON.stringify({ version: 3, configurePresets: configurePresets_ }) }),
    );
    expect(build?.[0]).toEqual(['trimtab-build', 'cmake', '--preset', used, '-B', '.trimtab/build']);
    expect(proposal.presets).toBeUndefined();
    expect(proposal.summary).toContain(`With its preset ${used}.`);
  });

  it('that lie outside of the project, or are none, are not read', () => {
    const outside = project({ 'more.json': JSON.stringify(more) });
    const folder = project({
      ...files,
      'CMakePresets.json': JSON.stringify({ version: 4, include: [join(outside, 'more.json'), 'CMakePresets.json'] }),
      'CMakeUserPresets.json': '{',
    });
    expect(configurePresets(folder)).toEqual([]);
  });
});

describe('a build that exists already', () => {
  it('gives CMake the options with which a person configured it', () => {
    const folder = project({
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\noption(FAST "fast" OFF)\noption(CHECKS "checks" ON)\nset(SIZE 3 CACHE STRING "size")\nadd_executable(demo a.c)\n',
      'a.c': 'int main(void) { return 0; }\n',
    });
    const usual = proposed(folder).build?.at(0);
    expect(usual).toContain('-DCMAKE_BUILD_TYPE=RelWithDebInfo');
    const words = ['-S', '.', '-B', 'my-build', '-DFAST=ON', '-DEXTRA=7', '-DCMAKE_BUILD_TYPE=Release'];
    execFileSync('cmake', words, { cwd: folder, stdio: 'ignore' });
    const { build, proposal } = proposed(folder);
    const configure = build?.at(0) ?? [];
    expect(configure).toContain('-DCMAKE_BUILD_TYPE=Release');
    expect(configure.slice(-2).sort()).toEqual(['-DEXTRA=7', '-DFAST=ON']);
    expect(configure.join(' ')).not.toMatch(/CHECKS|SIZE/);
    expect(configure).toContain('.trimtab/build');
    expect(proposal.summary).toContain('as it was configured in my-build');
  });

  it('of another project is not used', () => {
    const folder = project({
      'CMakeLists.txt': 'project(demo C)\n',
      'build/CMakeCache.txt':
        '//No help, variable specified on the command line.\nX:UNINITIALIZED=1\nCMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n',
    });
    expect(proposed(folder).build?.at(0)?.join(' ')).not.toContain('-DX=1');
  });

  it('gives make the goal that was made', () => {
    const folder = project({
      Makefile: 'help:\n\t@echo usage\nsolver: a.c\n\tgcc -o solver a.c\nother: a.c\n\tgcc -o other a.c\n',
      'a.c': 'int main(void) { return 0; }\n',
    });
    expect(proposed(folder).build).toEqual([['trimtab-build', '--fresh', 'make']]);
    execFileSync('make', ['solver'], { cwd: folder, stdio: 'ignore' });
    expect(proposed(folder).build).toEqual([['trimtab-build', '--fresh', 'make', 'solver']]);
    // Two that were made leave it open; so does one that is older than its sources.
    execFileSync('make', ['other'], { cwd: folder, stdio: 'ignore' });
    expect(proposed(folder).build).toEqual([['trimtab-build', '--fresh', 'make']]);
    rmSync(join(folder, 'other'));
    utimesSync(join(folder, 'solver'), 1, 1);
    expect(proposed(folder).build).toEqual([['trimtab-build', '--fresh', 'make']]);
  });
});
