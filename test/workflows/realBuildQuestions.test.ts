/** Small projects with the difficulties of real ones, of which only a person knows how they are built, or which program is meant. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedAmong, proposeConfiguration } from '../../src/workflows/index.js';
import { buildProbe, lacking } from './mpiProject.js';
import { MPI_MAIN, PLAIN_MAIN, projectOf, runAsNewcomer } from './newcomer.js';

/** Returns the default answer of a question. */
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

  it('with several programs asks which, once, and takes links and copies for one', async () => {
    const folder = projectOf({
      Makefile:
        'all:\n\tmkdir -p bin\n\tmpicc -o one a.c\n\tmpicc -o two a.c\n\tcp one bin/one\n\tln -f two three\n\tgcc -o helper b.c\n',
      'a.c': MPI_MAIN,
      'b.c': PLAIN_MAIN,
    });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      'The build makes several programs (bin/one, two); choose the one to measure: trimtab run --program bin/one',
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

  it('that builds nothing by default is asked how, and built so from then on', async () => {
    const folder = projectOf({
      configure: '#!/bin/sh\necho "NAME = $1" >make.config\n',
      Makefile: 'help:\n\t@echo "make solver CLASS=S"\nsolver:\n\tmpicc -o solver.$(CLASS) a.c\ninclude make.config\n',
      'make.config': '',
      'a.c': MPI_MAIN,
    });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      "trimtab-build --fresh make compiled nothing; give the build command once: trimtab run --build 'make GOAL VARIABLE=VALUE'",
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

  it('that has a part made from a template is reported with a command that works', async () => {
    const folder = projectOf({
      Makefile: 'help:\n\t@echo "make GOAL"\nsolver:\n\tcd s && $(MAKE)\n',
      's/Makefile': 'include ../config/make.def\nsolver: a.c\n\t$(MPICC) -o ../solver a.c\n',
      's/a.c': MPI_MAIN,
      'config/make.def.template': 'MPICC = mpicc\n',
      'config/suite.list.template': '',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      "compiled nothing; a part of its build is made from a template: give the build command once: trimtab run --build 'cp config/make.def.template config/make.def && make GOAL VARIABLE=VALUE'",
    );
    // With its goal, it is built in a copy of the sources that has the part.
    const { output } = await runAsNewcomer(folder, { build: 'make solver' });
    expect(output).toContain('since config/make.def is missing and can be copied from make.def.template');
    expect(existsSync(join(folder, 'config/make.def'))).toBe(false);
    rmSync(join(folder, '.trimtab'), { recursive: true });
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
      "compiled nothing; choose what to build, once: trimtab run --build 'cp config/make.def.template config/make.def && mkdir -p bin && make lu CLASS=S' (benchmark-name: lu, cg, ep; class: S, W).",
    );
    const { run } = await runAsNewcomer(folder, { build: await answerIn(question) });
    expect(run.commands).toEqual([['mpirun', '-n', '2', './bin/lu.S']]);
  });

  it('whose CMake builds its programs only on request is asked in one command, from the output of CMake', async () => {
    const folder = projectOf({
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nfunction(tool name)\n  add_executable(${name} EXCLUDE_FROM_ALL a.c)\nendfunction()\ntool(one)\ntool(two)\n',
      'a.c': MPI_MAIN,
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      "made no program; give the build command once: trimtab run --build 'cmake -S . -B .trimtab/build -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=mpicc && cmake --build .trimtab/build --target one' (or another of one, two)",
    );
    const { run } = await runAsNewcomer(folder, { build: await answerIn(question) });
    expect(run.commands).toEqual([['mpirun', '-n', '2', '.trimtab/build/one']]);
    // From then on a proposal knows the program of a source.
    rmSync(join(folder, 'trimtab.yaml'));
    expect(proposeConfiguration(join(folder, 'a.c'), 2).text).toContain('./.trimtab/build/one');
  });

  it('that keeps makefiles for kinds of machines is reported with the missing one, and the variable that selects it', async () => {
    const folder = projectOf({
      Makefile: 'arch = UNKNOWN\ninclude Make.$(arch)\nsolver: a.c\n\t$(CC) -o solver a.c\n',
      'a.c': MPI_MAIN,
      'setup/Make.AIX': 'CC = mpcc\n',
      'setup/Make.Linux': 'CC = mpicc\n',
      'setup/Make.UNKNOWN.in': 'CC = @CC@\n',
    });
    const question = runAsNewcomer(folder);
    await expect(question).rejects.toThrow(
      'Make.UNKNOWN is to be written for this machine, after one of the 2 in setup such as Make.Linux; save it as Make.NAME and give the build command',
    );
    copyFileSync(join(folder, 'setup/Make.Linux'), join(folder, 'Make.here'));
    const build = (await answerIn(question)).replace('NAME', 'here');
    expect((await runAsNewcomer(folder, { build })).report.processes).toBe(2);
  });
});
