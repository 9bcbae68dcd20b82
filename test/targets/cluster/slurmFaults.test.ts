/** Failures of jobs and of Slurm itself, provoked on a real cluster. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobHandle, JobRequest } from '../../../src/targets/target.js';
import { clusterOrReason, clusterTarget, hasEnded, jobRequest, untilStatus } from '../../support/cluster/index.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());

describe.skipIf(cluster === undefined)(
  `faults on a real cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const target = clusterTarget(cluster);
    afterAll(() => target.close());
    const job = (argv: string[], more: Partial<JobRequest> = {}) => jobRequest(cluster, argv, more);
    const running = (handle: JobHandle) => untilStatus(target, handle, ({ phase }) => phase === 'running');

    let limited: JobHandle;
    beforeAll(async () => {
      limited = await target.submit(job(['sleep', '600'], { resources: { ranks: 1, timeLimit: 60 } }));
      await running(limited);
      expect((await cluster.command('scontrol', ['show', 'job', limited.id])).output).toContain('TimeLimit=00:01:00');
      // A minute is the shortest limit of Slurm, so its end is moved. The controller refuses an end in the past: it is
      // later than the message takes at most. Slurm looks at time limits each half minute only.
      const end = 'endtime=now+10seconds';
      const { code, output } = await cluster.command('scontrol', ['update', `jobid=${limited.id}`, end]);
      expect([code, output]).toEqual([0, '']);
    });

    it("Slurm's controller stopped and started again: jobs are neither lost nor submitted twice", async () => {
      const end = join(cluster.home, 'may end');
      const handle = await target.submit(job(['sh', '-c', `until [ -e '${end}' ]; do sleep 0.1; done`]));
      const request = job(['true']);
      await running(handle);
      await cluster.stopController();
      try {
        expect((await target.status([handle]))[0]).toMatchObject({
          phase: 'running',
          sentence: expect.stringContaining("Slurm's controller does not answer") as string,
        });
        await expect(clusterTarget(cluster, {}, { connection: { patience: 0 } }).submit(request)).rejects.toThrow(
          /^The job could not be submitted on cluster: .*[Uu]nable to contact slurm controller/,
        );
      } finally {
        await cluster.startController();
      }
      expect(await untilStatus(target, await target.submit(request), hasEnded)).toMatchObject({ phase: 'succeeded' });
      writeFileSync(end, '');
      expect(await untilStatus(target, handle, hasEnded)).toMatchObject({ phase: 'succeeded' });
    });

    it('a job cancelled outside', async () => {
      const handle = await target.submit(job(['sleep', '100']));
      await running(handle);
      await cluster.command('scancel', [handle.id]);
      expect(await untilStatus(target, handle, hasEnded)).toMatchObject({
        phase: 'cancelled',
        sentence: 'Cancelled outside Trimtab.',
      });
    });

    it('a job put back into the queue', async () => {
      const handle = await target.submit(job(['sleep', '100']));
      await running(handle);
      await cluster.command('scontrol', ['requeue', handle.id]);
      const status = await untilStatus(target, handle, ({ phase }) => phase !== 'running');
      expect(status).toMatchObject({
        phase: 'pending',
        sentence: expect.stringMatching(/^Waiting for|^Put back/) as string,
      });
      await target.cancel(handle);
      expect(await untilStatus(target, handle, hasEnded)).toMatchObject({ phase: 'cancelled' });
    });

    it('a node that goes down', async () => {
      const there = clusterTarget(cluster, { scheduler: { requeue: false, options: ['--nodelist=n3'] } });
      // The controller was restarted before: the node may not be registered yet.
      await cluster.awaitNodes();
      const handle = await there.submit(job(['sleep', '100']));
      await running(handle);
      await cluster.killNode('n3');
      await cluster.command('scontrol', ['update', 'nodename=n3', 'state=down', 'reason=test']);
      expect(await untilStatus(there, handle, hasEnded)).toMatchObject({
        phase: 'failed',
        sentence: 'A node failed while the job ran; run it again.',
      });
      const waiting = await there.submit(job(['true']));
      const [status] = await there.status([waiting]);
      expect(status).toMatchObject({
        phase: 'pending',
        sentence: expect.stringMatching(/down|queried|look at it/) as string,
      });
      await there.cancel(waiting);
      cluster.startNode('n3');
      await cluster.command('scontrol', ['update', 'nodename=n3', 'state=resume']);
    });

    it('a time limit', async () => {
      const status = await untilStatus(target, limited, hasEnded);
      expect(status).toMatchObject({
        phase: 'failed',
        sentence: expect.stringMatching(/^Ended at its time limit/) as string,
      });
      expect(statSync(join(limited.jobFolder, 'output')).isFile()).toBe(true);
    });
  },
);
