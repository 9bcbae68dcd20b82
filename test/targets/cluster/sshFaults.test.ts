/** Failures of the connection to a cluster, provoked on a real one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Target } from '../../../src/targets/target.js';
import { clusterOrReason, clusterTarget, hasEnded, jobRequest, untilStatus } from '../../support/cluster/index.js';
import { masterOf } from '../../support/cluster/master.js';

const { cluster, reason } = await clusterOrReason();
const local = mkdtempSync(join(tmpdir(), 'trimtab-faults-'));
afterAll(async () => {
  await cluster?.stop();
  rmSync(local, { recursive: true, force: true });
});

describe.skipIf(cluster === undefined)(
  `faults on a real cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const target = clusterTarget(cluster);
    afterAll(() => target.close());
    const master = () => masterOf(cluster);
    const run = (where: Target, script: string, onOutput?: (text: string) => void) =>
      where.run({ argv: ['sh', '-c', script], folder: cluster.home, environment: {} }, onOutput && { onOutput });

    it('ssh killed while a command runs: it runs once, and its whole output arrives', async () => {
      let output = '';
      let killed = false;
      const result = await run(target, 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.3; done', (text) => {
        output += text;
        if (!killed && output.includes('3')) {
          killed = true;
          process.kill(master(), 'SIGKILL');
        }
      });
      expect(result.exitCode).toBe(0);
      expect(output).toBe('1\n2\n3\n4\n5\n6\n7\n8\n');
    });

    it('a socket whose master is dead or hangs is replaced', async () => {
      await run(target, 'true');
      process.kill(master(), 'SIGKILL');
      expect((await run(target, 'exit 4')).exitCode).toBe(4);
      const hanging = master();
      process.kill(hanging, 'SIGSTOP');
      try {
        expect((await run(clusterTarget(cluster), 'exit 5')).exitCode).toBe(5);
        expect(master()).not.toBe(hanging);
      } finally {
        process.kill(hanging, 'SIGKILL');
      }
    });

    it('a login that is refused is reported at once and not tried again', async () => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(local, 'other')]);
      const otherKey = (text: string) =>
        text.replace(/^ {2}IdentityFile .*$/m, `  IdentityFile ${join(local, 'other')}`);
      const sshConfig = cluster.sshConfigFrom('refused', otherKey);
      const before = readFileSync(join(cluster.folder, 'sshd.log'), 'utf8').length;
      await expect(run(clusterTarget(cluster, { sshConfig }), 'true')).rejects.toThrow(
        /^cluster refused the login; check user and key/,
      );
      const log = readFileSync(join(cluster.folder, 'sshd.log'), 'utf8').slice(before);
      expect(log.match(/Connection (closed|reset) by authenticating/g)).toHaveLength(1);
      await expect(
        run(clusterTarget(cluster, { host: 'no-such-host.invalid', sshConfig: join(local, 'none') }), 'true'),
      ).rejects.toThrow(/ssh_config|not known/);
    });

    it('noise of login files does no harm', async () => {
      const noisy = clusterTarget(cluster, { host: 'noisy-cluster', workFolder: join(cluster.home, 'noisy') });
      expect((await noisy.describe()).text).toMatch(/^noisy-cluster: Slurm/);
      const project = join(local, 'noisy');
      mkdirSync(project);
      writeFileSync(join(project, 'a.txt'), 'content');
      const there = await noisy.folderOf(project);
      expect(await noisy.send(project, there)).toEqual({ files: 1, bytes: 7 });
      expect(await run(noisy, `cat ${there}/a.txt`)).toMatchObject({ exitCode: 0, tail: 'content' });
      const handle = await noisy.submit(jobRequest(cluster, ['echo', 'hello']));
      expect(await untilStatus(noisy, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
      expect(await noisy.output(handle, 0)).toEqual({ text: 'hello\n', next: 6 });
      await noisy.close();
    });
  },
);
