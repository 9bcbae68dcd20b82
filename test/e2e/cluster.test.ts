import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, whyNoCluster } from '../../scripts/lib/cluster/cluster.mjs';
import { HEAT2D as file, heat2dProject, showEngine } from './support/heat2dProject.js';
import { Workbench } from './support/workbench.js';

const waitingLine = 'MPI_Waitall(4, requests';
/** Eight ranks on two cores that talk over the network take their time. */
const runLimit = 170_000;

const reason = whyNoCluster();
if (reason !== undefined) console.warn(reason);

describe.skipIf(reason !== undefined)('the main job on a cluster', () => {
  let folder: string;
  let cluster: Cluster;
  let bench: Workbench;

  beforeAll(async () => {
    cluster = await startCluster();
    folder = heat2dProject('heat2d-cluster', configuration(cluster));
    bench = await Workbench.open(folder, join(folder, file));
  });

  afterEach(({ task }) => bench.screenshotFailure(task));

  afterAll(async () => {
    // A workbench that could not be opened leaves no cluster running.
    try {
      await bench.close();
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('hands the job to Slurm from the menu of the editor', async () => {
    await showEngine(bench);
    await bench.line(file, '#include <mpi.h>').click({ button: 'right', position: { x: 60, y: 8 } });
    await bench.choose('Trimtab: Analyze Performance');
    const job = bench.rows('Workflow Runs').filter({ hasText: 'Running on n[1-3]' });
    await job.first().waitFor({ timeout: runLimit });
    await bench.screenshot('20-cluster-running');
  });

  it('finds the job at its end when the window was closed meanwhile', async () => {
    await bench.reopen(folder, join(folder, file), () => delay(3000).then(() => undefined));
    await bench.showTrimtab();
    await bench.openView('Workflow Runs');
    await bench.rows('Findings').filter({ hasText: 'Late Sender' }).first().waitFor({ timeout: runLimit });
    await bench.rows('Workflow Runs').filter({ hasText: 'succeeded' }).first().waitFor();
    expect(await bench.rows('Experiments').first().innerText()).toContain('8 ranks');
  });

  it('marks the lines here that were measured there', async () => {
    const line = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(waitingLine));
    await bench.goToLine(line + 1);
    expect(await bench.mark(file, waitingLine, 'Late Sender')).toMatch(/\d+(\.\d+)? % Late Sender/);
    await bench.screenshot('21-cluster-marks');
  });
});

/** Eight ranks on three nodes, and a job long enough to close a window meanwhile. */
function configuration({ sshConfig, home }: Cluster): string {
  return `version: 1
program: heat2d
target: cluster
ranks: 8
build:
  command: [make, -B, 'CC=trimtab-cc mpicc']
run:
  command: [mpirun, -n, '{ranks}', ./heat2d, '900', '600']
targets:
  cluster:
    kind: slurm
    host: cluster
    sshConfig: ${sshConfig}
    workFolder: ${join(home, 'work')}
    launcher: srun
    scheduler: { nodes: 3 }
measure: { mode: trace }
`;
}
