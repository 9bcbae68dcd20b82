import { describe, expect, it } from 'vitest';
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
