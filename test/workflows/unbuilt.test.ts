/** Programs that are measured as they are, without a build. */
import { execa } from 'execa';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { analyzePerformance, unbuiltConfiguration } from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { mpis } from '../measurement/probe/support.js';
import { analyzeHere, buildProbe, PROBE } from './mpiProject.js';

/** Rank 1 waits for rank 0, which naps before it sends the number that is the program's argument. */
const SOURCE = `#include <mpi.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
  int rank, number = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct timespec nap = {0, 200000000};
  if (rank == 0) {
    nanosleep(&nap, 0);
    MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1)
    MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line 13 */
  MPI_Finalize();
  return number == 7 ? 0 : 1;
}
`;

describe.each(mpis)('a program of %s that is not built', (mpi) => {
  beforeAll(() => buildProbe(`mpicc.${mpi}`), 120_000);

  it('is measured as it is, with its own launcher and arguments', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'wait.c'), SOURCE);
    await execa(`mpicc.${mpi}`, ['-g', '-O1', '-o', 'wait', 'wait.c'], { cwd: folder });
    const configuration = await unbuiltConfiguration({ argv: ['./wait', '7'], folder, ranks: 2 }, PROBE);
    expect(configuration.runCommand(2)).toEqual([
      `mpirun.${mpi}`,
      '-n',
      '2',
      join(PROBE, 'trimtab-preload'),
      join(folder, 'wait'),
      '7',
    ]);
    const store = new ExperimentStore(folder);
    const { report } = await analyzePerformance({
      configuration,
      store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    const late = report.findings.find(({ property }) => property === 'mpi_latesender');
    expect(late?.callPath.at(-1)?.callSite?.line).toBe(13);
    expect(report.processes).toBe(2);
    expect(existsSync(join(folder, 'trimtab.yaml'))).toBe(false);
  });
});

describe('a program that is not built', () => {
  it('is asked for in a sentence where it is not there', async () => {
    const absent = unbuiltConfiguration({ argv: ['./absent'], folder: temporaryFolder(), ranks: 1 }, PROBE);
    await expect(absent).rejects.toThrow(/absent is no program here; name it with its path/);
  });

  it('runs without a launcher where it is linked with no MPI', async () => {
    const folder = temporaryFolder();
    const configuration = await unbuiltConfiguration({ argv: ['true'], folder, ranks: undefined }, PROBE);
    expect(configuration.runCommand(1)).toEqual([join(PROBE, 'trimtab-preload'), 'true']);
  });
});
