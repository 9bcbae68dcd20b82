/** `trimtab run` in a folder whose disk is full, for Trimtab itself, the compiler, and the ranks: it ends with one sentence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { wholeMatrix } from '../support/matrix.js';
import { growDisk, smallDisk } from '../support/smallDisk.js';
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

const without = await lacking();

describe.skipIf(without !== undefined)(
  `a disk that is full${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    beforeAll(() => buildProbe(), 600_000);

    // The run itself cannot be kept, the program cannot be linked, or ranks cannot write their records.
    it.for(wholeMatrix ? ['16k', '40k', '80k', '120k', '160k'] : ['40k', '160k'])(
      'of %s ends a run with one sentence, and the next one succeeds when there is space',
      async (size, { skip }) => {
        const disk = smallDisk(size);
        if (disk === undefined) return skip('no file system can be mounted here');
        const trimtab = (...words: string[]) =>
          trimtabWith({ analyzeArchive: analyzeHere, findProbe: () => PROBE }, disk, ...words);
        writeFileSync(join(disk, 'late.c'), SOURCE);
        writeFileSync(join(disk, 'trimtab.yaml'), CONFIGURATION);
        const { code, err } = await trimtab('run', '.');
        expect(code).toBe(1);
        expect(err).toMatch(
          /^trimtab: There is no space left to write \/\S+; free some space on that disk and run again\.$/m,
        );
        expect(err.trimEnd().split('\n').at(-1)).toMatch(/free some space on that disk and run again\.$/);
        growDisk(disk, '20m');
        expect((await trimtab('run', '.')).code).toBe(0);
        const [last] = new ExperimentStore(disk).list();
        expect(last).toMatchObject({ state: 'complete' });
      },
    );
  },
);
