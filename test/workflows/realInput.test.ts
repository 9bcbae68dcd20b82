/** Small projects with the difficulties of real ones, whose programs need arguments, input or a folder. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { loadConfiguration } from '../../src/workflows/index.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { analyzeHere, buildProbe, lacking, PROBE } from './mpiProject.js';
import { projectOf, runAsNewcomer } from './newcomer.js';

const missing = await lacking();

describe.skipIf(missing !== undefined)('a project without configuration', () => {
  beforeAll(() => buildProbe());

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

  it('that needs arguments is reported with the command that gives them', async () => {
    const usage =
      '#include <stdio.h>\nint main(int c, char **v) { (void)v; if (c < 2) { puts("Usage: p SIZE"); return CODE; } return 0; }\n';
    const failing = projectOf({ Makefile: 'p: a.c\n\tgcc -DCODE=2 -o p a.c\n', 'a.c': usage });
    await expect(runAsNewcomer(failing)).rejects.toThrow(
      'it prints "Usage: p SIZE": give it its arguments or another number of ranks, once: trimtab run --ranks N -- ARGUMENTS',
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

  it('that finds its standard input empty is reported with advice to give it a file', async () => {
    const reader =
      'program p\n  use mpi\n  integer :: n, ierr\n  call MPI_Init(ierr)\n  read (*, *) n\n  call MPI_Finalize(ierr)\nend program\n';
    const folder = projectOf({ Makefile: 'p: p.f90\n\tmpif90 -o p p.f90\n', 'p.f90': reader, 'n.txt': '3\n' });
    await expect(runAsNewcomer(folder)).rejects.toThrow(
      'it reads from its standard input, which is empty: give it a file, once: trimtab run --input FILE',
    );
    await expect(runAsNewcomer(folder, { input: 'n.txt' })).rejects.toThrow('or reads it on a rank other than 0');
    const { run } = await runAsNewcomer(folder, { input: 'n.txt', ranks: 1 });
    expect(run.input).toBe(join(folder, 'n.txt'));
  });
});
