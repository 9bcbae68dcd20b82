import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentExamples, examplesFor } from '../../src/workflows/building/argumentExamples.js';
import { temporaryFolder } from '../experiments/support.js';
import { startAdvice } from '../../src/workflows/measuring/runErrors.js';

describe('the message of a program that needs different arguments', () => {
  it.each([
    'Num processors must be a cube of an integer (1, 8, 27, ...)',
    'The number of processes should be a power of two',
    'Error: number of ranks is not divisible by 3',
    'Too few arguments\nUsage: prog SIZE',
    'cannot open input.dat',
  ])('is shown: %s', (output) => {
    expect(startAdvice(output)).toContain('trimtab run --ranks N -- ARGUMENTS');
  });

  it("is not the system's message about libraries that it did not preload", () => {
    const said =
      "ERROR: ld.so: object '/x.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored.";
    expect(startAdvice(`${said}\nRun completed`)).toBeUndefined();
    expect(startAdvice(`${said}\ncannot open input.dat`)).toContain('cannot open input.dat');
  });

  it.each(['Num processors: 1', ' Number of processes:     4', 'running on number of tasks = 8', 'Run completed'])(
    'is absent if the output only describes the program itself: %s',
    (output) => {
      expect(startAdvice(output)).toBeUndefined();
    },
  );
});

describe('arguments of a program', () => {
  function projectWith(files: Record<string, string>): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'scripts'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  it('are found in texts for users first, then in scripts and tests', () => {
    const folder = projectWith({
      'README.md':
        'Run solver on a cluster.\n\n    mpirun -n 4 ./solver -s 10 --mode fast  # small\n\nThe solver is fast. A solver 2 exists.\n',
      'scripts/run.sh': '#!/bin/sh\nsrun ../bin/solver -s 90 | tee log\n./solver\n./solver ../in.small\n',
      'in.small': '',
      'CMakeLists.txt': 'add_test(NAME t COMMAND solver data/in.nml)\n',
    });
    expect(argumentExamples(folder, 'bin/solver')).toEqual([
      { line: 'in.small', from: 'scripts/run.sh' },
      { line: '-s 10 --mode fast', from: 'README.md' },
      { line: 'data/in.nml', from: 'CMakeLists.txt' },
    ]);
  });

  it('are in the advice if the program prints its usage, with the line behind it', () => {
    const examples = [
      { line: '20 30', from: 'README.md' },
      { line: '9 9', from: 'run.sh' },
    ];
    expect(startAdvice('Usage:\n  solver NX NY\n', undefined, () => examples)).toBe(
      'it prints "Usage: solver NX NY": give it arguments, once, as in README.md: trimtab run -- 20 30; run.sh has also: 9 9',
    );
  });

  it('are not looked for if it is started with some', () => {
    const folder = projectWith({ 'README.md': '    ./solver -s 10\n' });
    const commandOf = (words: string[]) => ({ project: folder, runCommand: () => words });
    expect(examplesFor(commandOf(['mpirun', '-n', '1', './solver']))).toEqual([{ line: '-s 10', from: 'README.md' }]);
    expect(examplesFor(commandOf(['mpirun', '-n', '1', './solver', '-s', '3']))).toEqual([]);
  });
});
