/** Experiments of other machines are run again there: on a real cluster, and on a plain machine over ssh. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { traitsOf } from '../../src/engine/history/repeats.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { analyzePerformance } from '../../src/workflows/mainJob/analyzePerformance.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { clusterOrReason } from '../support/cluster/index.js';
import { usually } from '../support/matrix.js';
import { measuredThere } from './measuredThere.js';
import { lacking } from './mpiProject.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (await lacking());
describe.skipIf(without !== undefined)(
  `an experiment of another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    it.each(usually(['slurm', 'ssh'] as const, 'slurm'))(
      'is built and run again there, and compared (%s)',
      async (kind) => {
        if (cluster === undefined) throw new Error('no cluster');
        const { shared, store, id, workFolder, before, measured } = await measuredThere(cluster, kind);
        const result = await reproduce({ ...shared, experiment: id });
        expect(result.differences).toEqual([]);
        const [original, again] = [store.get(id), store.get(result.experiment)];
        expect(again.manifest).toMatchObject({
          reproduces: id,
          state: 'complete',
          target: 'there',
          ranks: { measured: 2 },
        });
        expect(again.manifest.run?.argv).toEqual(original.manifest.run?.argv);
        expect(again.manifest.job?.resources).toEqual({ nodes: 1 });
        expect(again.manifest.environment).toMatchObject({ CHOSEN: 'by the step' });
        expect(again.measuredText(elementAt(again.sources, 0).measured)).toBe(measured);
        expect(result.comparison?.groups.map(({ runs }) => elementAt(runs, 0).id)).toEqual([id, result.experiment]);
        expect(new Set(result.comparison?.callPaths.map(({ presence }) => presence))).toEqual(new Set(['everywhere']));
        // Nothing of the copy is left, there or here.
        expect(readdirSync(workFolder)).toEqual(before);
        expect(readdirSync(store.folder).sort()).toEqual([id, result.experiment].sort());
      },
    );

    it('is a repeat of what the main job measures there', async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder, shared, store, id, measured } = await measuredThere(cluster, 'slurm');
      writeFileSync(join(folder, 'late.c'), measured);
      const configuration = loadConfiguration(join(folder, 'trimtab.yaml'));
      const { experiment } = await analyzePerformance({ ...shared, configuration, mode: 'trace' });
      const [one, other] = [store.get(id), store.get(experiment)];
      expect(Object.keys(other.manifest).sort()).toEqual(Object.keys(one.manifest).sort());
      // The version output of srun is recorded, and so is the MPI library behind the compiler.
      expect(other.manifest.mpi?.command).toBe('srun');
      expect(other.manifest.compiler?.flavour).toBeDefined();
      expect(traitsOf(other).sameness).toBe(traitsOf(one).sameness);
    });
  },
);
