/** Small projects with the difficulties of real ones, built and run as they are, from a proposal. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import {
  analyzePerformance,
  loadConfiguration,
  namedAmong,
  proposeConfiguration,
  withChoices,
  type Asking,
  type Choices,
} from '../../src/workflows/index.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';

const MPI_MAIN =
  '#include <mpi.h>\n#include <stdio.h>\nint main(int c, char **v) {\n  int n;\n  MPI_Init(&c, &v);\n' +
  '  MPI_Comm_size(MPI_COMM_WORLD, &n);\n  printf("%d ranks, %d arguments\\n", n, c - 1);\n  MPI_Finalize();\n  return 0;\n}\n';
const PLAIN_MAIN =
  '#include <stdio.h>\nstatic void work(void) { for (int i = 0; i < 3; i++) puts("works"); }\nint main(void) { work(); return 0; }\n';

function projectOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    if (text.startsWith('#!')) chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Does what the command line does in a folder without configuration. */
async function runAsNewcomer(folder: string, choices?: Choices, asking: Asking = {}) {
  const path = join(folder, 'trimtab.yaml');
  if (!existsSync(path)) {
    const proposal = proposeConfiguration(folder, 2);
    expect(proposal.path).toBe(path);
    writeFileSync(path, proposal.text);
  }
  if (choices !== undefined) writeFileSync(path, withChoices(readFileSync(path, 'utf8'), choices));
  const store = new ExperimentStore(folder);
  let output = '';
  const { experiment, report } = await analyzePerformance({
    configuration: loadConfiguration(path),
    store,
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
    onOutput: (text) => (output += text),
    asking,
  });
  const settled = loadConfiguration(path);
  return {
    report,
    output,
    manifest: store.get(experiment).manifest,
    run: settled.run,
    settled,
    text: readFileSync(path, 'utf8'),
  };
}

/** What a question gives as its answer. */
async function answerIn(question: Promise<unknown>): Promise<string> {
  const error: unknown = await question.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return /--build '(.+)'/.exec(String(error))?.[1] ?? '';
}

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
    // What was settled holds for the next time.
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

  it('with several programs asks which, once, and takes links and copies for one', async () => {
    const folder = projectOf({
      Makefile:
        'all:\n\tmkdir -p bin\n\tmpicc -o one a.c\n\tmpicc -o two a.c\n\tcp one bin/one\n\tln -f two three\n\tgcc -o helper b.c\n',
      'a.c': MPI_MAIN,
      'b.c': PLAIN_MAIN,
    });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      'The build makes several programs (bin/one, two); say which to measure: trimtab run --program bin/one',
    );
    const wanted = 'two';
    const { run, output } = await runAsNewcomer(
      folder,
      { program: wanted, arguments: ['-s', '3'] },
      { choose: (_, options) => Promise.resolve(namedAmong(wanted, options)) },
    );
    expect(run.commands).toEqual([['mpirun', '-n', '2', './two', '-s', '3']]);
    expect(output).toContain('2 ranks, 2 arguments');
    expect((await runAsNewcomer(folder, { arguments: ['x'], ranks: 1 })).output).toContain('1 ranks, 1 arguments');
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

  it('that reads its input where its program lies is started there', async () => {
    const folder = projectOf({
      Makefile: 'all:\n\tgcc -o bin/p a.c\n',
      'bin/INPUT.dat': 'n = 3\n',
      'a.c': '#include <stdio.h>\nint main(void) { return fopen("INPUT.dat", "r") == NULL; }\n',
    });
    const { settled } = await runAsNewcomer(folder);
    expect(settled.run.folder).toBe(join(folder, 'bin'));
    expect(settled.run.commands).toEqual([['./p']]);
  });

  it('that builds nothing by itself is asked how, and built so from then on', async () => {
    const folder = projectOf({
      configure: '#!/bin/sh\necho "NAME = $1" >make.config\n',
      Makefile: 'help:\n\t@echo "make solver CLASS=S"\nsolver:\n\tmpicc -o solver.$(CLASS) a.c\ninclude make.config\n',
      'make.config': '',
      'a.c': MPI_MAIN,
    });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      "trimtab-build --fresh make compiled nothing; say how to build, once: trimtab run --build 'make GOAL VARIABLE=VALUE'",
    );
    const { run, settled } = await runAsNewcomer(folder, {
      build: './configure "a b" --x="c d" && make solver CLASS=S',
    });
    expect(settled.build?.commands).toEqual([
      ['trimtab-build', './configure', 'a b', '--x=c d'],
      ['trimtab-build', '--fresh', 'make', 'solver', 'CLASS=S'],
    ]);
    expect(run.commands).toEqual([['mpirun', '-n', '2', './solver.S']]);
  });

  it('that has a part made from a template is told so with a command that works', async () => {
    const folder = projectOf({
      Makefile: 'help:\n\t@echo "make GOAL"\nsolver:\n\tcd s && $(MAKE)\n',
      's/Makefile': 'include ../config/make.def\nsolver: a.c\n\t$(MPICC) -o ../solver a.c\n',
      's/a.c': MPI_MAIN,
      'config/make.def.template': 'MPICC = mpicc\n',
      'config/suite.list.template': '',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      "compiled nothing; a part of its build is made from a template: say how to build, once: trimtab run --build 'cp config/make.def.template config/make.def && make GOAL VARIABLE=VALUE'",
    );
    await expect(runAsNewcomer(folder, { build: 'make solver' })).rejects.toThrow(
      "No rule to make target '../config/make.def'.  Stop; a part of its build is made from a template",
    );
    const build = (await answerIn(question)).replace('GOAL VARIABLE=VALUE', 'solver');
    expect((await runAsNewcomer(folder, { build })).report.processes).toBe(2);
  });

  it('that needs a goal, a template and a folder is asked for all in one command, with the choices it prints', async () => {
    const folder = projectOf({
      Makefile: 'CLASS = U\nhelp:\n\t@sh usage\nlu:\n\tcd LU && $(MAKE) CLASS=$(CLASS)\n',
      usage:
        'echo "   To make one type"\necho "      make <benchmark-name> CLASS=<class> [SUBTYPE=<type>]"\n' +
        `echo '   where <benchmark-name> is "lu",'\necho '          "cg", or "ep"'\necho '   <class> is "S" or "W"'\n`,
      'LU/Makefile': 'include ../config/make.def\nall: a.c\n\t$(MPICC) -o $(BINDIR)/lu.$(CLASS) a.c\n',
      'LU/a.c': MPI_MAIN,
      'config/make.def.template': 'MPICC = mpicc\nBINDIR\t= ../bin\n',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      "compiled nothing; say what to build, once: trimtab run --build 'cp config/make.def.template config/make.def && mkdir -p bin && make lu CLASS=S' (benchmark-name: lu, cg, ep; class: S, W).",
    );
    const { run } = await runAsNewcomer(folder, { build: await answerIn(question) });
    expect(run.commands).toEqual([['mpirun', '-n', '2', './bin/lu.S']]);
  });

  it('whose CMake builds its programs only when told to is asked in one command, from what CMake says', async () => {
    const folder = projectOf({
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nfunction(tool name)\n  add_executable(${name} EXCLUDE_FROM_ALL a.c)\nendfunction()\ntool(one)\ntool(two)\n',
      'a.c': MPI_MAIN,
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      "made no program; say how to build, once: trimtab run --build 'cmake -S . -B .trimtab/build -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=mpicc && cmake --build .trimtab/build --target one' (or another of one, two)",
    );
    const { run } = await runAsNewcomer(folder, { build: await answerIn(question) });
    expect(run.commands).toEqual([['mpirun', '-n', '2', '.trimtab/build/one']]);
    // From then on a proposal knows the program of a source.
    rmSync(join(folder, 'trimtab.yaml'));
    expect(proposeConfiguration(join(folder, 'a.c'), 2).text).toContain('./.trimtab/build/one');
  });

  it('that keeps makefiles for kinds of machines is told which is missing, and by which variable it is chosen', async () => {
    const folder = projectOf({
      Makefile: 'arch = UNKNOWN\ninclude Make.$(arch)\nsolver: a.c\n\t$(CC) -o solver a.c\n',
      'a.c': MPI_MAIN,
      'setup/Make.AIX': 'CC = mpcc\n',
      'setup/Make.Linux': 'CC = mpicc\n',
      'setup/Make.UNKNOWN.in': 'CC = @CC@\n',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      'Make.UNKNOWN is to be written for this machine, after one of the 2 in setup such as Make.Linux; keep it as Make.NAME and say how to build',
    );
    copyFileSync(join(folder, 'setup/Make.Linux'), join(folder, 'Make.here'));
    const build = (await answerIn(question)).replace('NAME', 'here');
    expect((await runAsNewcomer(folder, { build })).report.processes).toBe(2);
  });

  it('in older Fortran that gfortran 10 refuses is built all the same, and this is said', async () => {
    const folder = projectOf({
      Makefile: 'solver: p.f90 s.f90\n\tgfortran -O2 -o solver p.f90 s.f90\n',
      'p.f90': 'program p\nreal(8) :: a\ninteger :: i\na = 1\ni = 1\ncall s(a)\ncall s(i)\nend program\n',
      's.f90': 'subroutine s(i)\ninteger :: i\nprint *, "works"\nend subroutine\n',
    });
    const { output } = await runAsNewcomer(folder);
    expect(output).toContain('works');
    expect(output).toContain('trimtab-cc: compiled with -fallow-argument-mismatch, without which gfortran 10');
    // What is wrong otherwise is told as the compiler tells it.
    writeFileSync(join(folder, 's.f90'), 'subroutine s(i)\ninteger :: i\nprint *, j%k\nend subroutine\n');
    await expect(runAsNewcomer(folder)).rejects.toThrow(/The build failed: .*s\.f90:3/);
  });

  it('whose build leads past the measurement is told so', async () => {
    const folder = projectOf({ Makefile: 'p: a.c\n\t/usr/bin/gcc -o p a.c\n', 'a.c': PLAIN_MAIN });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      /made p, but without measurement: it calls its compiler by a path/,
    );
  });

  it('that wants arguments says so with the command that gives them', async () => {
    const usage =
      '#include <stdio.h>\nint main(int c, char **v) { (void)v; if (c < 2) { puts("Usage: p SIZE"); return CODE; } return 0; }\n';
    const failing = projectOf({ Makefile: 'p: a.c\n\tgcc -DCODE=2 -o p a.c\n', 'a.c': usage });
    await expect(runAsNewcomer(failing)).rejects.toThrow(
      'it says "Usage: p SIZE": give it its arguments or another number of ranks, once: trimtab run --ranks N -- ARGUMENTS',
    );
    const content = projectOf({ Makefile: 'p: a.c\n\tgcc -DCODE=0 -o p a.c\n', 'a.c': usage });
    const { report } = await runAsNewcomer(content);
    expect(report.problems.map(({ message }) => message).join()).toContain('The program may not have done its work');
    expect(
      (await runAsNewcomer(content, { arguments: ['3'] })).report.problems.map(({ message }) => message).join(),
    ).not.toContain('may not have done');
  });

  it('that reads standard input is asked for it once; the file is recorded, and read again', async () => {
    const reader =
      '#include <mpi.h>\n#include <stdio.h>\nint main(int c, char **v) {\n  int n = 0, r;\n  MPI_Init(&c, &v);\n' +
      '  MPI_Comm_rank(MPI_COMM_WORLD, &r);\n  if (r == 0 && scanf("%d", &n) != 1) MPI_Abort(MPI_COMM_WORLD, 9);\n' +
      '  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);\n  if (r == 1) printf("read %d\\n", n);\n  MPI_Finalize();\n  return 0;\n}\n';
    const folder = projectOf({
      Makefile: 'OUT = p\nall: main.c\n\tmpicc -o $(OUT) main.c\n',
      'main.c': reader,
      'small.txt': '47\n',
      'w.yaml': 'version: 1\nname: w\nsteps:\n  - sync:\n  - build:\n  - run:\n  - fetch:\n  - analyze:\n',
    });
    const questions: string[] = [];
    const enter = (question: string) => {
      questions.push(question);
      return Promise.resolve(question.includes('standard input') ? 'small.txt' : '');
    };
    const first = await runAsNewcomer(folder, undefined, { enter });
    expect(questions.at(-1)).toBe(`main.c reads standard input: the file with the input of p, from ${folder}`);
    expect(first.output).toContain('read 47');
    expect(first.manifest.run).toMatchObject({ input: 'small.txt', exit: 0 });
    expect(first.text).toContain('input: small.txt');
    // Not asked again, and the same as a job of a workflow and in a copy of the project.
    expect((await runAsNewcomer(folder, undefined, { enter })).output).toContain('read 47');
    expect(questions).toHaveLength(2);
    const store = new ExperimentStore(folder);
    const options = { store, probeFolder: PROBE, analyzeArchive: analyzeHere };
    const surroundings = openSurroundings({
      ...options,
      configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
    });
    const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
    await surroundings.close();
    expect(state.sentence).toBeUndefined();
    const newest = store.folders().sort().at(-1) ?? '';
    expect(store.get(newest).manifest.run).toMatchObject({ input: 'small.txt', exit: 0 });
    let printed = '';
    const { experiment } = await reproduce({
      ...options,
      experiment: newest,
      onOutput: (text) => (printed += text),
    });
    expect(printed).toContain('read 47');
    expect(store.get(experiment).manifest.run).toMatchObject({ input: 'small.txt' });
  });

  it('that finds its standard input empty is told how to give it a file', async () => {
    const reader =
      'program p\n  use mpi\n  integer :: n, ierr\n  call MPI_Init(ierr)\n  read (*, *) n\n  call MPI_Finalize(ierr)\nend program\n';
    const folder = projectOf({ Makefile: 'p: p.f90\n\tmpif90 -o p p.f90\n', 'p.f90': reader, 'n.txt': '3\n' });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      'it reads from its standard input, which is empty: give it a file, once: trimtab run --input FILE',
    );
    await expect(runAsNewcomer(folder, { input: 'n.txt' })).rejects.toThrow('or on a rank other than 0');
    const { run } = await runAsNewcomer(folder, { input: 'n.txt', ranks: 1 });
    expect(run.input).toBe(join(folder, 'n.txt'));
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
