/** Programs of Python that end or go on in unusual ways while their functions are recorded. */
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { entered, openRegions, readEvents } from './archive.js';
import { measured, mpi, pythons } from './pythonPrograms.js';
import { patient, prepare } from './support.js';

describe.skipIf(pythons.length === 0)('functions of Python', patient, () => {
  describe.each(pythons)('$version', ({ program: python, monitors }) => {
    beforeAll(() => prepare(mpi));

    it.each(['fork', 'exit', 'profile', 'crash', 'kill'])(
      'change nothing of a program that ends so: %s',
      async (how) => {
        const run = await measured(
          python,
          how,
          how === 'kill' ? { TRIMTAB_BUFFER_BYTES: '4096', TRIMTAB_KEEP_RAW: '1' } : {},
        );
        const plain = await execa(python, ['program.py', how], { cwd: run.sources, reject: false });
        expect([run.stdout, run.exitCode]).toEqual([plain.stdout, plain.exitCode]);
        const events = (await readEvents(run.folder)).get('0') ?? [];
        expect(openRegions(events)).toEqual([]);
        // A custom profiler of the program does not keep sys.monitoring from reporting calls: fib(3) and fib(4).
        const fibs = monitors && how === 'profile' ? 177 + 5 + 9 : 177;
        if (how !== 'kill') expect(entered(events).filter((name) => name === 'program.fib')).toHaveLength(fibs);
        else expect(entered(events)).toContain('program.fib');
      },
    );
  });
});
