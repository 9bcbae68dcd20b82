/** Transfers to and from a cluster whose connection ends in the middle. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { clusterOrReason, clusterTarget } from '../../support/cluster/index.js';
import { masterOf } from '../../support/cluster/master.js';

const { cluster, reason } = await clusterOrReason();
const local = mkdtempSync(join(tmpdir(), 'trimtab-transfers-'));
afterAll(async () => {
  await cluster?.stop();
  rmSync(local, { recursive: true, force: true });
});

describe.skipIf(cluster === undefined)(
  `transfers on a real cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const master = () => masterOf(cluster);

    it.each(['rsync', 'tar'])(
      'ssh killed in the middle of a transfer by %s: it continues, no partial file is visible',
      async (transfer) => {
        const way = clusterTarget(cluster, { transfer, workFolder: join(cluster.home, transfer) });
        const project = join(local, transfer);
        mkdirSync(project);
        const data = randomBytes(150 << 20);
        writeFileSync(join(project, 'big.bin'), data);
        writeFileSync(join(project, 'small.txt'), 'small');
        const there = await way.folderOf(project);
        await way.run({ argv: ['true'], folder: cluster.home, environment: {} });
        let killed = false;
        const watch = (async () => {
          const partial = /^\.big\.bin\.|^\.trimtab-incoming/;
          while (!killed) {
            if (existsSync(there) && readdirSync(there).some((name) => partial.test(name))) {
              process.kill(master(), 'SIGKILL');
              killed = true;
              expect(existsSync(join(there, 'big.bin'))).toBe(false);
            }
            await delay(2);
          }
        })();
        await way.send(project, there);
        await watch;
        expect(killed).toBe(true);
        expect(readFileSync(join(there, 'big.bin')).equals(data)).toBe(true);
        expect(await way.send(project, there)).toEqual({ files: 0, bytes: 0 });
        await way.close();
      },
    );

    it.each(['rsync', 'tar'])('ssh killed while results are fetched by %s: all of them arrive', async (transfer) => {
      const results = join(cluster.home, `results-${transfer}`);
      mkdirSync(results);
      const data = randomBytes(150 << 20);
      writeFileSync(join(results, 'traces.otf2'), data);
      const here = join(local, `fetched-${transfer}`);
      const way = clusterTarget(cluster, { transfer });
      const fetching = way.fetch(results, here);
      const isArriving = (): boolean =>
        existsSync(here) &&
        readdirSync(here, { recursive: true }).some((name) => /incoming-.*\/\.?traces\.otf2/.test(name.toString()));
      while (!isArriving()) await delay(2);
      process.kill(master(), 'SIGKILL');
      expect(existsSync(join(here, 'traces.otf2'))).toBe(false);
      await fetching;
      expect(readFileSync(join(here, 'traces.otf2')).equals(data)).toBe(true);
      expect(readdirSync(here)).toEqual(['traces.otf2']);
      await way.close();
    });
  },
);
