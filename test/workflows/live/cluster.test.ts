/** Live control of runs on a real cluster: of a Slurm job on two nodes, and of a program on a machine with a login. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { createTarget } from '../../../src/targets/create.js';
import { parseTargets } from '../../../src/targets/description.js';
import { inheritedEnvironment } from '../../../src/targets/environment.js';
import { LiveRun } from '../../../src/workflows/live/liveRun.js';
import { patient } from '../../probe/support.js';
import { clusterOrReason, clusterTarget, hasEnded, jobFolder, untilStatus } from '../../support/cluster/index.js';
import {
  from,
  heldEnvironment,
  iterationsWith,
  liveProgram,
  mpi,
  RANKS,
  release,
  startHeld,
  STEPS,
  untilHeld,
} from '../../probe/held.js';

const { cluster, reason } = mpi === undefined ? { reason: 'no Open MPI' } : await clusterOrReason();
afterAll(() => cluster?.stop());

describe.skipIf(cluster === undefined)(
  `a run elsewhere${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  patient,
  () => {
    if (cluster === undefined) return;
    let program = '';
    beforeAll(async () => {
      program = await liveProgram();
    }, 600_000);

    it('as a job is switched by a port of its node, and by its files', async () => {
      const target = clusterTarget(cluster, { launcher: 'srun' });
      const place = jobFolder(cluster);
      const folder = `${place}-records`;
      const resources = { ranks: RANKS, nodes: 2 };
      const job = await target.submit({
        argv: target.launchCommand(['mpirun', '-n', String(RANKS), program, String(STEPS)], resources),
        ...{ folder: cluster.home, jobFolder: place, name: 'live', resources },
        environment: heldEnvironment(folder, 'tcp'),
      });
      const state = { ended: false };
      const ending = untilStatus(target, job, hasEnded).finally(() => (state.ended = true));
      await untilHeld(folder, () => state.ended);
      const said: string[] = [];
      const log = (sentence: string): void => void said.push(sentence);

      const byPort = new LiveRun(target, folder, log);
      expect((await byPort.look()).size).toBe(RANKS);
      expect(await byPort.ask('function off compute at 25')).toEqual({ kind: 'done', iteration: 25, note: '' });
      expect([said, readFileSync(join(folder, 'live/requests'), 'utf8')]).toEqual([[], '']);
      byPort.close();

      rmSync(join(folder, 'live/tcp'));
      const byFiles = new LiveRun(target, folder, log);
      expect(await byFiles.ask('function on compute at 45')).toEqual({ kind: 'done', iteration: 45, note: '' });
      expect(said).toEqual([expect.stringMatching(/^The control channel to the run on .* uses files: .*live: tcp/)]);

      release(folder);
      expect(await ending).toMatchObject({ phase: 'succeeded' });
      const found = await iterationsWith(folder, 'compute');
      expect(found).toEqual(Array.from({ length: RANKS }, () => [...from(1, 24), ...from(45, STEPS)]));
      await target.close();
    });

    it('over ssh is switched by its socket, and by its port, through the one login', async () => {
      const entry = {
        kind: 'ssh',
        host: 'cluster',
        sshConfig: cluster.sshConfig,
        workFolder: join(cluster.home, 'far'),
      };
      const target = createTarget(elementAt(parseTargets({ far: entry }), 0), {
        connection: { environment: inheritedEnvironment(), socketFolder: cluster.folder, patience: 20 },
      });
      const { folder, asked, end } = await startHeld(program, 'tcp');
      const said: string[] = [];
      const log = (sentence: string): void => void said.push(sentence);

      const bySocket = new LiveRun(target, folder, log);
      expect((await bySocket.look()).size).toBe(RANKS);
      expect(await bySocket.ask('function off compute at 25')).toMatchObject({ kind: 'done', iteration: 25 });
      bySocket.close();
      rmSync(join(folder, 'live/socket'));
      const byPort = new LiveRun(target, folder, log);
      expect(await byPort.ask('function on compute at 45')).toMatchObject({ kind: 'done', iteration: 45 });
      byPort.close();
      expect([said, asked()]).toEqual([[], '']);

      await end();
      for (const found of await iterationsWith(folder, 'compute'))
        expect(found).toEqual([...from(1, 24), ...from(45, STEPS)]);
      await target.close();
    });
  },
);
