import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, whyNoCluster } from '../../scripts/lib/cluster/cluster.mjs';
import { HEAT2D as file, heat2dProject, showEngine } from './support/heat2dProject.js';
import { Workbench } from './support/workbench.js';

const runLimit = 170_000;
const reason = whyNoCluster();
if (reason !== undefined) console.warn(reason);

describe.skipIf(reason !== undefined)('a job that runs on a cluster', () => {
  let folder: string;
  let cluster: Cluster;
  let bench: Workbench;

  beforeAll(async () => {
    cluster = await startCluster();
    folder = heat2dProject('heat2d-live', configuration(cluster));
    goOnUntil(join(folder, OVER), join(folder, file));
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

  it('shows its ranks and functions, of which one is switched off at the same iteration on all ranks', async () => {
    await showEngine(bench);
    await bench.line(file, '#include <mpi.h>').click({ button: 'right', position: { x: 60, y: 8 } });
    await bench.choose('Trimtab: Analyze Performance');
    await bench.openView('Live');
    // A run that begins opens its view automatically, and uses the space of the others: it is closed only after that.
    await bench.rows('Workflow Runs').nth(1).waitFor();
    for (const view of ['Experiments', 'Workflow Runs']) await bench.closeView(view);
    const relax = bench.rows('Live').filter({ hasText: 'relax_rows' }).first();
    await relax.waitFor({ timeout: 2 * runLimit });
    const box = relax.getByRole('checkbox');
    expect(await box.getAttribute('aria-checked')).toBe('true');
    await bench.screenshot('22-live');
    const switched = bench.page.getByText(/function off relax_rows: At iteration \d+/);
    // A row that is redrawn while it is clicked misses the click.
    const hasSwitched = async (): Promise<boolean> => {
      if ((await box.getAttribute('aria-checked')) === 'true') await box.click();
      return switched.waitFor({ timeout: runLimit / 8 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(hasSwitched, { timeout: runLimit, interval: 100 }).toBe(true);
    await bench
      .rows('Live')
      .filter({ hasText: 'relax_rows' })
      .locator('[aria-checked="false"]')
      .waitFor({ timeout: runLimit });
    await bench.setExpanded('Live', 'Functions', false); // rows below the edge of a view do not exist
    await bench.setExpanded('Live', 'Ranks', true);
    // Ranks that others wait for come first: all show their share of waiting.
    await bench
      .rows('Live')
      .filter({ hasText: /^Rank \d.* in MPI, iteration/ })
      .nth(3)
      .waitFor({ timeout: runLimit });
    await bench.screenshot('23-live-off');
    writeFileSync(join(folder, OVER), '');
  });

  it('continues, and its trace records the switches', async () => {
    await bench
      .rows('Findings')
      .filter({ hasText: 'Late Sender' })
      .first()
      .waitFor({ timeout: 2 * runLimit });
    await bench.openView('Experiments');
    expect(await bench.rows('Experiments').first().innerText()).toContain('4 ranks');
  });
});

/** A file that the test creates when it no longer needs the control channel of the program. */
const OVER = 'over';

/** Has the program go on until there is a file: ranks that find it have nothing left to relax, and agree when all do. */
function goOnUntil(over: string, source: string): void {
  const text = readFileSync(source, 'utf8');
  const agreement = '    MPI_Allreduce(&change';
  const patched = text
    .replace('#include <math.h>\n', '#include <math.h>\n#include <unistd.h>\n')
    .replace(agreement, `    if (access(${JSON.stringify(over)}, F_OK) == 0) change = 0.0;\n${agreement}`);
  if (patched.length <= text.length + over.length) throw new Error(`${source} is not as it was`);
  writeFileSync(source, patched);
}

/** A job that ends only on request. */
function configuration({ sshConfig, home }: Cluster): string {
  return `version: 1
program: heat2d
target: cluster
ranks: 4
build:
  command: [make, -B, 'CC=trimtab-cc mpicc']
run:
  command: [mpirun, -n, '{ranks}', ./heat2d, '600', '1000000000']
targets:
  cluster:
    kind: slurm
    host: cluster
    sshConfig: ${sshConfig}
    workFolder: ${join(home, 'work')}
    launcher: srun
    scheduler: { nodes: 2 }
measure: { mode: trace, phase: exchange_halo, live: tcp }
`;
}
