/** Programs that are not built are measured on other machines: on a real cluster, and on a plain machine over ssh. */
import { execa } from 'execa';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ExperimentStore } from '../../src/experiments/index.js';
import { analyzePerformance, unbuiltConfiguration } from '../../src/workflows/index.js';
import { clusterOrReason, type Cluster } from '../support/cluster/index.js';
import { usually } from '../support/matrix.js';
import { analyzeHere, lacking, NAPPING_SENDER, PROBE } from './mpiProject.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (await lacking());

/** A project whose target is on the cluster, with a program that it does not build. */
function project({ home, sshConfig }: Cluster, kind: 'ssh' | 'slurm') {
  const folder = mkdtempSync(join(tmpdir(), 'unbuilt-'));
  const workFolder = mkdtempSync(join(home, `unbuilt-${kind}-`));
  const launcher = kind === 'slurm' ? 'srun' : 'mpirun';
  const there = { kind, host: 'cluster', sshConfig, workFolder, launcher };
  const whole = { version: 1, program: 'none', ranks: 2, targets: { there }, run: { command: ['./none'] } };
  writeFileSync(join(folder, 'trimtab.yaml'), stringify(whole));
  writeFileSync(join(folder, 'wait.c'), NAPPING_SENDER);
  return { folder, workFolder };
}

/** Measures it as `trimtab exec --target there` does. */
async function measured(folder: string, argv: readonly string[], ranks?: number) {
  const configuration = await unbuiltConfiguration({ argv, folder, ranks, target: 'there' }, PROBE);
  const store = new ExperimentStore(folder);
  const { report, experiment } = await analyzePerformance({
    configuration,
    store,
    mode: 'trace',
    probeFolder: PROBE,
    analyzeArchive: analyzeHere,
  });
  return { report, manifest: store.get(experiment).manifest };
}

describe.skipIf(without !== undefined)(
  `a program that is not built, on another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  { timeout: 600_000 },
  () => {
    it.each(usually(['ssh', 'slurm'] as const, 'ssh'))(
      'is measured unmodified, as that machine sees it (%s)',
      async (kind) => {
        if (cluster === undefined) throw new Error('no cluster');
        const { folder, workFolder } = project(cluster, kind);
        await execa('mpicc', ['-g', '-O1', '-o', 'wait', 'wait.c'], { cwd: folder });
        const here = await measured(folder, ['./wait', '7']);
        const late = here.report.findings.find(({ property }) => property === 'mpi_latesender');
        expect(late?.callPath.at(-1)?.callSite?.line).toBe(13);
        expect(here.report.processes).toBe(2);
        expect(here.manifest.target).toBe('there');
        // A program that exists there alone.
        await execa('mv', ['wait', join(workFolder, 'only-there')], { cwd: folder });
        const there = await measured(folder, [join(workFolder, 'only-there'), '7'], 3);
        expect(there.report.processes).toBe(3);
      },
    );

    it('runs a script once, which has no MPI', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder } = project(cluster, 'ssh');
      writeFileSync(join(folder, 'sum.py'), 'def work():\n    return sum(range(1000))\n\nprint(work())\n');
      const python = await measured(folder, ['python3', 'sum.py']);
      expect(python.report.processes).toBe(1);
    });

    it('runs a program of the system once, which has no MPI', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder } = project(cluster, 'slurm');
      writeFileSync(join(folder, 'sum.py'), 'print(1)\n');
      // That there is an archive shows that what it reads is recorded: it does nothing else.
      const system = await measured(folder, ['sort', 'sum.py']);
      expect(system.report.processes).toBe(1);
      expect(system.manifest.run?.argv.slice(-3)).toEqual(['trimtab-preload', 'sort', 'sum.py']);
    });

    it('is refused in a sentence if it does not exist, or nothing can be loaded into it', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder } = project(cluster, 'ssh');
      writeFileSync(join(folder, 'one.c'), 'int main(void) { return 0; }\n');
      await execa('gcc', ['-static', '-o', 'one', 'one.c'], { cwd: folder });
      await expect(measured(folder, ['./one'])).rejects.toThrow(/^On there: \.\/one is linked statically/);
      await expect(measured(folder, ['./absent'])).rejects.toThrow(/^absent is no program on there; name it/);
    });
  },
);
