/** Behavior of an engine with experiments that were being repeated when the previous engine was killed. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { clusterOrReason } from '../support/cluster/index.js';
import { measuredThere } from '../workflows/measuredThere.js';
import { lacking, PROBE } from '../workflows/mpiProject.js';
import { bundleKilledRun, executed } from '../workflows/runner/killing.js';
import { bundleEngine } from './support/bundle.js';
import { EngineClient } from './support/client.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (await lacking());
const tests = join(import.meta.dirname, '..');

describe.skipIf(without !== undefined)(
  `a repetition on another target${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    it('is picked up by the engine that comes after one that was killed', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder, store, id, workFolder, before } = await measuredThere(cluster, 'ssh');
      const place = await bundleKilledRun(join(tests, 'workflows/killedReproduction.ts'));
      onTestFinished(() => rmSync(place, { recursive: true }));
      expect(await executed([join(place, 'killedReproduction.cjs'), folder, id, 'run'])).toBeUndefined();

      const bundle = await bundleEngine();
      onTestFinished(() => bundle.remove());
      const engine = await EngineClient.start(bundle.engine, [folder], { trusted: true, probeFolder: PROBE });
      onTestFinished(() => engine.stop());
      const states = () => store.list().map(({ state }) => state);
      await expect.poll(states, { interval: 200 }).toEqual(['complete', 'complete']);
      await expect.poll(() => readdirSync(workFolder)).toEqual(before);
      await expect.poll(() => readdirSync(store.folder)).toHaveLength(2);
      expect(store.get(elementAt(store.list(), 0).id).manifest.reproduces).toBe(id);
    });
  },
);
