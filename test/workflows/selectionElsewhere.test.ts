/** Rules for functions reach programs on other machines: on a real cluster, and on a plain machine over ssh. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ExperimentStore } from '../../src/experiments/index.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { statisticsOf } from '../../src/workflows/measuring/functionCosts.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { clusterOrReason } from '../support/cluster/index.js';
import { usually } from '../support/matrix.js';
import { analyzeHere, lacking, PROBE } from './mpiProject.js';

const SOURCE = `#include <mpi.h>
static volatile double sum;
static volatile int times = 3;
__attribute__((noinline)) static void tiny(void) { for (int i = 0; i < times; i++) sum = sum * 0.5 + 1; }
__attribute__((noinline)) static void other(void) { for (int i = 0; i < times; i++) tiny(); }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 1000; i++) other();
  MPI_Finalize();
  return 0;
}
`;
/** Exclusions of trimtab.yaml, and those of an additional step after the first run. */
const WORKFLOW = `version: 1
name: measure
steps:
  - sync:
  - build:
  - run: { mode: profile, name: By trimtab.yaml }
  - fetch:
  - analyze:
  - reduce: { strategy: nothing }
  - id: run-again
    run: { mode: profile, name: By a step }
  - id: fetch-again
    fetch:
  - id: analyze-again
    analyze:
`;

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (arch() === 'x64' ? await lacking() : 'sleds are for x86-64');

describe.skipIf(without !== undefined)(
  `a selection for another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  { timeout: 600_000 },
  () => {
    it.each(usually(['ssh', 'slurm'] as const, 'slurm'))('is what is measured there (%s)', async (kind) => {
      if (cluster === undefined) throw new Error('no cluster');
      const folder = mkdtempSync(join(tmpdir(), 'selected-'));
      writeFileSync(join(folder, 'late.c'), SOURCE);
      const workFolder = mkdtempSync(join(cluster.home, `selected-${kind}-`));
      const launcher = kind === 'slurm' ? 'srun' : 'mpirun';
      const whole = {
        version: 1,
        program: 'late',
        ranks: 2,
        target: 'there',
        targets: { there: { kind, host: 'cluster', sshConfig: cluster.sshConfig, workFolder, launcher } },
        build: { command: ['trimtab-cc', 'mpicc', '-g', '-O1', '-o', 'late', 'late.c'] },
        run: { command: ['mpirun', '-n', '{ranks}', './late'] },
        measure: { functions: 'all', budget: 100 },
        selection: { functions: [{ exclude: 'ti*' }] },
      };
      writeFileSync(join(folder, 'trimtab.yaml'), stringify(whole));
      writeFileSync(join(folder, 'w.yaml'), WORKFLOW);
      const store = new ExperimentStore(folder);
      const surroundings = openSurroundings({
        store,
        probeFolder: PROBE,
        analyzeArchive: analyzeHere,
        configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
      });
      const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
      await surroundings.close();
      expect(state.sentence).toBeUndefined();
      const measured = store.readable().map((one) => ({
        name: one.manifest.name,
        functions: statisticsOf(one).functions.map(({ region }) => region),
      }));
      expect(measured).toEqual([
        { name: 'By a step', functions: ['main'] },
        { name: 'By trimtab.yaml', functions: ['main', 'other'] },
      ]);
    });
  },
);
