/** Small projects with the difficulties of real ones, built and run as they are, from a proposal. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { loadConfiguration, proposeConfiguration } from '../../src/workflows/index.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';
import { MPI_MAIN, PLAIN_MAIN, projectOf, runAsNewcomer } from './newcomer.js';

const missing = await lacking();

describe.skipIf(missing !== undefined)('a project without configuration', () => {
  beforeAll(() => buildProbe());

  it('is run by what its build made, not by what its makefile calls its goals', async () => {
    const folder = projectOf({
      'config/rules.mk': 'ifeq ($(SIZE),)\nNAME = solver.small\nendif\n',
      Makefile:
        'include config/rules.mk\nall: header install\nheader:\n\t@echo "#define N 3" > size.h\ninstall: header\n\tmpicc -o $(NAME) a.c\n\tmkdir -p bin && mv $(NAME) bin/\nclean:\n\trm -rf bin size.h\n',
      'a.c': `#include "size.h"\n${MPI_MAIN}`,
    });
    const { run, report, output, manifest, text } = await runAsNewcomer(folder);
    expect(run.commands).toEqual([['mpirun', '-n', '2', './bin/solver.small']]);
    expect(text).toContain('[mpirun, -n, "{ranks}", ./bin/solver.small]');
    expect(text).toContain('# Commands are lists of program and arguments; no shell reads them.');
    expect(output).toContain('The build made bin/solver.small; wrote that into');
    expect(report.processes).toBe(2);
    expect(manifest.compiler?.command).toBe('mpicc');
    // Settled questions hold for the next time.
    expect((await runAsNewcomer(folder)).output).not.toContain('wrote that into');
  });

  it('without MPI is run without a launcher, as one process', async () => {
    const folder = projectOf({ Makefile: 'tool: a.c\n\t$(CC) -o tool a.c\n', 'a.c': PLAIN_MAIN });
    const { run, report, output, settled } = await runAsNewcomer(folder);
    expect(run.commands).toEqual([['./tool']]);
    expect(settled.ranks).toBe(1);
    expect(output).toContain('The build made tool, one process without MPI; wrote that into');
    expect(report.functions.map(({ region }) => region)).toContain('work');
  });

  it('that is linked with its own library of MPI calls is an MPI program', async () => {
    const folder = projectOf({
      Makefile:
        "p: main.c lib/libcomm.so\n\tmpicc -o p main.c -Llib -lcomm -Wl,-rpath,'$$ORIGIN/lib'\n" +
        'lib/libcomm.so: comm.c\n\tmkdir -p lib\n\tmpicc -shared -fPIC -o $@ comm.c\n',
      'comm.c': '#include <mpi.h>\nvoid open_all(void) { MPI_Init(0, 0); }\nvoid close_all(void) { MPI_Finalize(); }\n',
      'main.c': 'void open_all(void);\nvoid close_all(void);\nint main(void) { open_all(); close_all(); return 0; }\n',
    });
    const { report } = await runAsNewcomer(folder);
    expect(report.processes).toBe(2);
  });

  it('in older Fortran that gfortran 10 refuses is still built, which is reported', async () => {
    const folder = projectOf({
      Makefile: 'solver: p.f90 s.f90\n\tgfortran -O2 -o solver p.f90 s.f90\n',
      'p.f90': 'program p\nreal(8) :: a\ninteger :: i\na = 1\ni = 1\ncall s(a)\ncall s(i)\nend program\n',
      's.f90': 'subroutine s(i)\ninteger :: i\nprint *, "works"\nend subroutine\n',
    });
    const { output } = await runAsNewcomer(folder);
    expect(output).toContain('works');
    expect(output).toContain('trimtab-cc: compiled with -fallow-argument-mismatch, without which gfortran 10');
    // Other mistakes are shown as the compiler prints them.
    writeFileSync(join(folder, 's.f90'), 'subroutine s(i)\ninteger :: i\nprint *, j%k\nend subroutine\n');
    await expect(runAsNewcomer(folder)).rejects.toThrow(/The build failed: .*s\.f90:3/);
  });

  it('in Fortran with lines that gfortran truncates is still built, after an argument mismatch too', async () => {
    const long = `${' '.repeat(4)}a = ${Array.from({ length: 40 }, () => '1.0d0').join(' + ')}`;
    const folder = projectOf({
      Makefile: 'solver: p.f90\n\tgfortran -O2 -o solver p.f90\n',
      'p.f90': `program p\nreal(8) :: a\ninteger :: i\n${long}\ni = 1\ncall s(a)\ncall s(i)\nend program\nsubroutine s(i)\ninteger :: i\nprint *, "works"\nend subroutine\n`,
    });
    const { output } = await runAsNewcomer(folder);
    expect(output).toContain('works');
    expect(output).toContain('compiled with -ffree-line-length-none');
    expect(output).toContain('compiled with -fallow-argument-mismatch');
  });

  it('whose build bypasses the measurement is reported so', async () => {
    const folder = projectOf({ Makefile: 'p: a.c\n\t/usr/bin/gcc -o p a.c\n', 'a.c': PLAIN_MAIN });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      /made p, but without measurement: it calls its compiler by an unknown path/,
    );
  });

  it('is settled by a workflow too, where it was built', async () => {
    const folder = projectOf({
      Makefile: 'all:\n\tmkdir -p out\n\tmpicc -shared -fPIC -o out/libside.so b.c\n\tmpicc -o out/solver a.c\n',
      'a.c': MPI_MAIN,
      'b.c': 'int side;\n',
      'w.yaml': 'version: 1\nname: w\nsteps:\n  - sync:\n  - build:\n  - run:\n  - fetch:\n  - analyze:\n',
    });
    const path = join(folder, 'trimtab.yaml');
    writeFileSync(path, proposeConfiguration(folder, 2).text);
    const surroundings = openSurroundings({
      configuration: loadConfiguration(path),
      store: new ExperimentStore(folder),
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
    await surroundings.close();
    expect(state.sentence).toBeUndefined();
    expect(loadConfiguration(path).run.commands).toEqual([['mpirun', '-n', '2', './out/solver']]);
  });
});
