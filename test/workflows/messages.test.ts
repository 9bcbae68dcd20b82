import { describe, expect, it } from 'vitest';
import { buildAdvice, ErrorFinder } from '../../src/workflows/building/buildErrors.js';
import { commandText } from '../../src/base/text.js';
import { selectedEnvironment } from '../../src/workflows/provenance/provenance.js';
import { checkToolchain, compareRanks } from '../../src/workflows/provenance/ranks.js';
import { runFailure } from '../../src/workflows/measuring/runErrors.js';
import { globPattern } from '../../src/base/glob/globPattern.js';

describe('the first error of a build', () => {
  const first = (...pieces: string[]): string | undefined => {
    const finder = new ErrorFinder();
    for (const piece of pieces) finder.add(piece);
    return finder.first;
  };

  it.each([
    [
      'gcc',
      "a.c: In function 'main':\na.c:3:5: warning: unused\na.c:4:10: error: expected ';' before '}' token\nb.c:1: error: late\nmake: *** [Makefile:3: a] Error 1\n",
      "a.c:4: expected ';' before '}' token",
    ],
    [
      'a missing header',
      'src/a.c:1:10: fatal error: mpi.h: No such file or directory\n',
      'src/a.c:1: mpi.h: No such file or directory',
    ],
    [
      'gfortran',
      'sweep.f90:12:8:\n\n   12 |   cal foo\n      |        1\nError: Unclassifiable statement at (1)\n',
      'sweep.f90:12: Unclassifiable statement at (1)',
    ],
    [
      'a variable in place of a compiler',
      'CC -c a.c\nmake: CC: No such file or directory\nmake: *** [Makefile:5: a.o] Error 127\n',
      'make: CC: No such file or directory',
    ],
    [
      'a compiler that the shell does not find, in a part that make ignores',
      "/bin/sh: 1: hipcc: not found\nmake: [Makefile:9: depend] Error 127 (ignored)\ng++: error: unrecognized command-line option '--offload-arch=gfx90a'\nmake: *** [Makefile:12: a.o] Error 1\n",
      '/bin/sh: 1: hipcc: not found',
    ],
    [
      'a variable that several files define',
      "/usr/bin/ld: b.o:(.bss+0x0): multiple definition of `rank'; a.o:(.bss+0x0): first defined here\ncollect2: error: ld returned 1 exit status\nmake: *** [Makefile:3: a] Error 1\n",
      "/usr/bin/ld: b.o:(.bss+0x0): multiple definition of `rank'; a.o:(.bss+0x0): first defined here",
    ],
    [
      'an included makefile that is missing',
      "Makefile:1: ../make.defs: No such file or directory\nmake: *** No rule to make target '../make.defs'.  Stop.\n",
      'Makefile:1: ../make.defs: No such file or directory',
    ],
    [
      'a library that is missing',
      '/usr/bin/ld: cannot find -lhdf5: No such file or directory\ncollect2: error: ld returned 1 exit status\n',
      '/usr/bin/ld: cannot find -lhdf5: No such file or directory',
    ],
    [
      'clang',
      'clang: error: linker command failed with exit code 1 (use -v to see invocation)\nmake: *** [Makefile:3: a] Error 1\n',
      'clang: error: linker command failed with exit code 1 (use -v to see invocation)',
    ],
    ['Intel', 'heat.c(12): error: expected a ";"\n', 'heat.c:12: expected a ";"'],
    [
      'the linker',
      "/usr/bin/ld: /tmp/x.o: in function `main':\na.c:(.text+0x5): undefined reference to `foo'\ncollect2: error: ld returned 1 exit status\n",
      "a.c:(.text+0x5): undefined reference to `foo'",
    ],
    [
      'make',
      "make: *** No rule to make target 'x.c', needed by 'x'.  Stop.\n",
      "make: *** No rule to make target 'x.c', needed by 'x'.  Stop.",
    ],
    [
      'CMake',
      'CMake Error at CMakeLists.txt:7 (find_package):\n  By not providing\n',
      'CMakeLists.txt:7: By not providing',
    ],
    ['nothing', 'all is well\n', undefined],
  ])('%s', (_, output, expected) => expect(first(output)).toBe(expected));

  it('is found across pieces and without a last line end', () => {
    expect(first('a.c:4:1', '0: err', 'or: bad')).toBe('a.c:4: bad');
  });
});

describe('what to do about a failed build', () => {
  it('is to make the folder that a linker does not find, where make was then', () => {
    const output =
      "cd ../common; gcc -c t.c\n/usr/bin/ld: cannot open output file ../bin/lu.S.x: No such file or directory\ncollect2: error: ld returned 1 exit status\nmake[1]: *** [Makefile:20: ../bin/lu.S.x] Error 1\nmake[1]: Leaving directory '/p/a/LU'\nmake: *** [Makefile:20: lu] Error 2\n";
    const argv = ['trimtab-build', '--fresh', 'make', 'lu', 'CLASS=S', 'FFLAGS=-O3 -g'];
    expect(buildAdvice(output, argv, '/p/a')).toBe(
      `the folder bin is missing: make it first, once: trimtab run --build 'mkdir -p bin && make lu CLASS=S "FFLAGS=-O3 -g"'`,
    );
    expect(buildAdvice(output.replaceAll(/^make.*\n/gm, ''), argv.slice(0, 3), '/p/a')).toContain(
      "'mkdir -p ../bin && make'",
    );
    const finder = new ErrorFinder();
    finder.add(output);
    expect(finder.first).toBe('/usr/bin/ld: cannot open output file ../bin/lu.S.x: No such file or directory');
  });
});

describe('why a run ended', () => {
  it.each([
    [
      'MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD\nwith errorcode 42.\n',
      'rank 2 called MPI_Abort with code 42',
    ],
    [
      'mpirun noticed that process rank 1 with PID 0 on node x exited on signal 11 (Segmentation fault).',
      'rank 1 was ended by signal 11 (Segmentation fault)',
    ],
    ['application called MPI_Abort(MPI_COMM_WORLD, 3) - process 1', 'rank 1 called MPI_Abort with code 3'],
    [
      'YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)',
      'a rank was ended: Segmentation fault (signal 11)',
    ],
    ['There are not enough slots available in the system', 'there are not enough slots for so many ranks'],
    [
      './a: error while loading shared libraries: libx.so.1: cannot open shared object file',
      'a library is missing: libx.so.1: cannot open shared object file',
    ],
    ['done\n', undefined],
  ])('%j', (output, expected) => expect(runFailure(output)).toBe(expected));
});

describe('ranks', () => {
  const tool = (command: string, flavour: 'Open MPI' | 'MPICH') => ({ command, version: '', flavour });

  it('that would run alone are refused before anything starts', () => {
    expect(() =>
      checkToolchain({ compiler: tool('mpicc.mpich', 'MPICH'), launcher: tool('mpirun', 'Open MPI') }),
    ).toThrow(/mpicc\.mpich belongs to MPICH but mpirun to Open MPI.*Write mpirun\.mpich in run\.command/);
    expect(() => checkToolchain({ compiler: tool('mpicc', 'MPICH'), launcher: undefined })).not.toThrow();
  });

  it('measured are compared with those asked for', () => {
    expect(compareRanks(4, 4, ['mpirun'])).toBeUndefined();
    expect(compareRanks(4, 1, ['srun'])).toMatchObject({ level: 'error' });
    expect(compareRanks(4, 1, ['srun'])?.message).toMatch(/each ran alone as rank 0 of 1: srun does not belong/);
    expect(compareRanks(4, 3, ['srun'])).toMatchObject({ level: 'warning' });
  });
});

describe('what is kept of the environment', () => {
  it('steers parallel programs, and reveals no secrets and no user names', () => {
    const environment = {
      OMP_NUM_THREADS: '2',
      OMPI_MCA_btl: 'self,vader',
      SLURM_NTASKS: '4',
      SLURM_JOB_USER: 'eve',
      SLURM_NODELIST: 'n[1-4]',
      SLURM_JWT_TOKEN: 'hunter2',
      HOME: '/home/eve',
      PATH: '/bin',
      INPUT: '/home/eve/data/in.nc',
      MY_API_KEY: 'hunter2',
    };
    expect(selectedEnvironment(environment, ['INPUT', 'MY_API_KEY'], '/home/eve')).toEqual({
      INPUT: '~/data/in.nc',
      MY_API_KEY: '(redacted)',
      OMPI_MCA_btl: 'self,vader',
      OMP_NUM_THREADS: '2',
      SLURM_JWT_TOKEN: '(redacted)',
      SLURM_NTASKS: '4',
    });
  });
});

describe('patterns of source files', () => {
  it.each([
    ['**/*.c', 'a.c', true],
    ['**/*.c', 'src/deep/a.c', true],
    ['*.c', 'src/a.c', false],
    ['src/**', 'src/x/y', true],
    ['**/*.{c,h}', 'x/a.h', true],
    ['**/*.{c,h}', 'a.cc', false],
    ['a?.c', 'ab.c', true],
    ['a+b.c', 'a+b.c', true],
    ['a.c', 'abc', false],
    ['{', '{', true],
    ['{a,b{c,d}}.c', 'bd.c', true],
    ['{a,b{c,d}}.c', 'b.c', false],
    ['src/[a-c]*.f90', 'src/cell.f90', true],
  ])('%s, %s: %s', (pattern, path, expected) => expect(globPattern(pattern)(path)).toBe(expected));

  it('take no longer for a pattern made to take long', () => {
    expect(globPattern(`${'*a'.repeat(500)}*b`)('a'.repeat(2000))).toBe(false);
    expect(globPattern('**/a/'.repeat(200) + 'b')(`${'a/'.repeat(500)}c`)).toBe(false);
    expect(() => globPattern('{a,b}'.repeat(40))).toThrow(/expands to more than 1000 patterns/);
    expect(() => globPattern(`${'{'.repeat(50)}a${',b}'.repeat(50)}`)).not.toThrow();
  });
});

describe('commands in messages', () => {
  it('look as people would type them', () => {
    expect(commandText(['make', '-B', 'CC=trimtab-cc mpicc', "it's"])).toBe("make -B 'CC=trimtab-cc mpicc' 'it'\\''s'");
  });
});
