/** An interrupted repetition of an experiment on another machine: it is continued there, on a real cluster. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../src/base/problem.js';
import { elementAt } from '../../src/base/elements.js';
import { leftReproductions, sweepScratches } from '../../src/workflows/reproduction/leftReproductions.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { clusterOrReason } from '../support/cluster/index.js';
import { measuredThere } from './measuredThere.js';
import { lacking } from './mpiProject.js';
import { bundleKilledRun, executed } from './runner/killing.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (await lacking());
describe.skipIf(without !== undefined)(
  `an interrupted run on another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    it('is continued from the point where its process was killed', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder, shared, store, id, workFolder, before } = await measuredThere(cluster, 'slurm');
      const place = await bundleKilledRun(join(import.meta.dirname, 'killedReproduction.ts'));
      onTestFinished(() => rmSync(place, { recursive: true }));
      expect(await executed([join(place, 'killedReproduction.cjs'), folder, id, 'collect'])).toBeUndefined();
      const attempt = elementAt(store.list(), 0);
      expect(attempt).toMatchObject({ state: 'failed', problem: expect.stringContaining('interrupted') as string });
      await sweepScratches(store);
      expect(leftReproductions(store).map(({ experiment }) => experiment)).toEqual([id]);
      const { experiment, comparison } = await reproduce({ ...shared, experiment: id });
      expect([experiment, comparison === undefined]).toEqual([attempt.id, false]);
      expect(readdirSync(workFolder)).toEqual(before);
      expect(readdirSync(store.folder).sort()).toEqual([id, experiment].sort());
    });

    it('is left when its process ends, and continued', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { shared, store, id, workFolder, before } = await measuredThere(cluster, 'ssh');
      const ending = new AbortController();
      const left = reproduce({
        ...shared,
        experiment: id,
        signal: ending.signal,
        onProgress: (stage) => {
          if (stage === 'run') ending.abort('leave');
        },
      });
      await expect(left).rejects.toThrow(CancelledError);
      const { experiment } = await reproduce({ ...shared, experiment: id });
      expect(store.get(experiment).manifest).toMatchObject({ reproduces: id, state: 'complete' });
      expect(readdirSync(workFolder)).toEqual(before);
      expect(readdirSync(store.folder).sort()).toEqual([id, experiment].sort());
    });
  },
);
