/** `trimtab run` in a folder whose disk is full, for Trimtab itself, the compiler, and the ranks: it ends with one sentence. */
import { execa } from 'execa';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { wholeMatrix } from '../support/matrix.js';
import { analyzeHere, buildProbe, lacking, PROBE } from '../workflows/mpiProject.js';
import { trimtabWith } from './support.js';

const SOURCE = `#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
`;
const CONFIGURATION = `version: 1
program: late
ranks: 2
build: { command: [trimtab-cc, mpicc, -g, -o, late, late.c] }
run: { command: [mpirun, -n, "{ranks}", ./late] }
`;

const disk = mkdtempSync(join(tmpdir(), 'trimtab-disk-'));
const mount = async (options: string) =>
  execa('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { reject: false });
const tried = await mount('size=4k');
if (tried.exitCode === 0) await execa('umount', [disk]);
const without = (await lacking()) ?? (tried.exitCode === 0 ? undefined : 'no file system can be mounted here');

describe.skipIf(without !== undefined)(
  `a disk that is full${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    const trimtab = (...words: string[]) =>
      trimtabWith({ analyzeArchive: analyzeHere, findProbe: () => PROBE }, disk, ...words);
    beforeAll(() => buildProbe(), 600_000);
    afterAll(() => rmSync(disk, { recursive: true, force: true }));

    // Where the run itself cannot be kept; where the program cannot be linked; where ranks cannot write what they recorded.
    it.each(wholeMatrix ? ['16k', '40k', '80k', '120k', '160k'] : ['40k', '160k'])(
      'of %s ends a run with one sentence, and the next one succeeds when there is space',
      async (size) => {
        expect((await mount(`size=${size}`)).exitCode).toBe(0);
        try {
          writeFileSync(join(disk, 'late.c'), SOURCE);
          writeFileSync(join(disk, 'trimtab.yaml'), CONFIGURATION);
          const { code, err } = await trimtab('run', '.');
          expect(code).toBe(1);
          expect(err).toMatch(
            /^trimtab: There is no space left to write \/\S+; free some space on that disk and run again\.$/m,
          );
          expect(err.trimEnd().split('\n').at(-1)).toMatch(/free some space on that disk and run again\.$/);
          await execa('mount', ['-o', 'remount,size=20m', disk]);
          expect((await trimtab('run', '.')).code).toBe(0);
          const [last] = new ExperimentStore(disk).list();
          expect(last).toMatchObject({ state: 'complete' });
        } finally {
          await execa('umount', ['-l', disk]);
        }
      },
    );
  },
);
