import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, whyNoCluster } from '../../scripts/lib/cluster/cluster.mjs';
import { root } from '../../scripts/lib/layout.mjs';
import { Workbench } from './support/workbench.js';

const file = 'heat2d.c';
const secret = 'open sesame';

const reason = whyNoCluster();
if (reason !== undefined) console.warn(reason);

describe.skipIf(reason !== undefined)('a target of the settings that wants a passphrase', () => {
  let folder: string;
  let cluster: Cluster;
  let bench: Workbench;

  beforeAll(async () => {
    cluster = await startCluster();
    folder = mkdtempSync(join(tmpdir(), 'heat2d-targets-'));
    for (const name of [file, 'Makefile', 'trimtab.yaml'])
      cpSync(join(root, 'examples/heat2d-mpi', name), join(folder, name));
    const key = join(cluster.folder, 'ssh', 'locked');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', secret, '-f', key]);
    appendFileSync(join(cluster.folder, 'ssh', 'authorized_keys'), readFileSync(`${key}.pub`));
    bench = await Workbench.open(folder, join(folder, file));
    await bench.showTrimtab();
    await bench.page.getByText('Run your MPI or OpenMP program and see where it waits, on its source lines.').waitFor();
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

  const row = () => bench.rows('Targets').filter({ hasText: 'guarded' });

  /** Chooses Check Connection, and waits for ssh's question. */
  async function check() {
    await row().hover();
    await row().getByRole('button', { name: 'Check Connection' }).click();
    await bench.page.getByText('Enter passphrase for key').waitFor();
  }

  it('is listed as soon as the settings contain it', async () => {
    await bench.openView('Targets');
    const key = join(cluster.folder, 'ssh', 'locked');
    const sshConfig = cluster.sshConfigFrom('locked-config', (text) =>
      text.replace(/^ {2}IdentityFile .*$/m, `  IdentityFile ${key}`),
    );
    // The folder in which a server keeps the machine settings of users.
    const settings = join(bench.userData, 'Machine');
    mkdirSync(settings, { recursive: true });
    const guarded = { kind: 'ssh', host: 'cluster', sshConfig };
    writeFileSync(join(settings, 'settings.json'), JSON.stringify({ 'trimtab.targets': { guarded } }));
    await row().waitFor();
    expect(await row().innerText()).toContain('ssh cluster');
  });

  it('asks for the passphrase, and explains the consequence of no answer', async () => {
    await check();
    const input = bench.page.locator('.quick-input-widget input').first();
    expect(await input.getAttribute('type')).toBe('password');
    await bench.screenshot('40-askpass');
    await bench.page.keyboard.press('Escape');
    await row().filter({ hasText: 'given up' }).waitFor();
  });

  it('is connected with the passphrase', async () => {
    await check();
    await bench.page.locator('.quick-input-widget input').first().fill(secret);
    await bench.page.keyboard.press('Enter');
    await row().filter({ hasText: 'cores' }).waitFor();
    await bench.screenshot('41-askpass-connected');
    expect(bench.processesOf('askpass.cjs')).toEqual([]);
  });
});
