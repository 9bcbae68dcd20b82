/** Disks that are full on a cluster and here, as real small file systems. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/targets/target.js';
import { clusterOrReason, clusterTarget, hasEnded, jobRequest, untilStatus } from '../../support/cluster/index.js';

const { cluster, reason } = await clusterOrReason();
const local = mkdtempSync(join(tmpdir(), 'trimtab-faults-'));
const mounts: string[] = [];
afterAll(async () => {
  for (const path of mounts) execFileSync('umount', ['-l', path]);
  await cluster?.stop();
  rmSync(local, { recursive: true, force: true });
});

/** A small file system that can be filled; undefined where mounting is not allowed. */
function smallDisk(path: string): string | undefined {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounts.push(path);
  return path;
}

describe.skipIf(cluster === undefined)(
  `faults on a real cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const job = (argv: string[], more: Partial<JobRequest> = {}) => jobRequest(cluster, argv, more);

    it('a full disk on the target', async (context) => {
      const disk = smallDisk(join(cluster.home, 'small-disk'));
      if (disk === undefined) return context.skip('mounting a small file system is not allowed here');
      const small = clusterTarget(cluster, { workFolder: join(disk, 'work') });
      const handle = await small.submit(
        job(['dd', 'if=/dev/zero', `of=${disk}/fill`, 'bs=64k'], { jobFolder: join(disk, 'job') }),
      );
      const status = await untilStatus(small, handle, hasEnded);
      expect(status).toMatchObject({
        phase: 'failed',
        exitCode: 1,
        sentence: expect.stringContaining('the disk of the work folder is full') as string,
      });
      const project = join(local, 'too-big');
      mkdirSync(project);
      writeFileSync(join(project, 'data'), randomBytes(4 << 20));
      await expect(small.submit(job(['true'], { jobFolder: join(disk, 'job2') }))).rejects.toThrow(
        /(No space left|I\/O error).*; free some space/,
      );
      rmSync(join(disk, 'fill'));
      for (const transfer of ['rsync', 'tar']) {
        const way = clusterTarget(cluster, { workFolder: join(disk, transfer), transfer });
        const there = await way.folderOf(project);
        await expect(way.send(project, there)).rejects.toThrow(/(No space left on device|Wrote only).*free some space/);
        expect(existsSync(join(there, 'data'))).toBe(false);
      }
    });

    it('a full disk here: reported, and no partial file is left', async (context) => {
      const disk = smallDisk(join(local, 'small-disk'));
      if (disk === undefined) return context.skip('mounting a small file system is not allowed here');
      const results = join(cluster.home, 'large-results');
      mkdirSync(results);
      writeFileSync(join(results, 'traces.otf2'), randomBytes(4 << 20));
      for (const transfer of ['rsync', 'tar']) {
        const way = clusterTarget(cluster, { transfer });
        await expect(way.fetch(results, join(disk, transfer))).rejects.toThrow(
          /(No space left on device|Wrote only).*free some space/,
        );
        expect(readdirSync(join(disk, transfer))).toEqual([]);
      }
    });
  },
);
