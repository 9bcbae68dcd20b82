/** Experiments of other machines are run again there: on a real cluster, and on a plain machine over ssh. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/workflows/configuration.js';
import { reproduce } from '../../src/workflows/reproduce.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { clusterOrReason } from '../support/cluster/index.js';
import { analyzeHere, lacking, mpiProject, PROBE } from './mpiProject.js';

const { cluster, reason } = await clusterOrReason();
afterAll(() => cluster?.stop());
const without = reason ?? (await lacking());
const WORKFLOW = `version: 1
name: measure
steps:
  - sync:
  - build:
  - run: { ranks: 2, nodes: 1, environment: { CHOSEN: "by the step" } }
  - fetch:
  - analyze:
`;

describe.skipIf(without !== undefined)(
  `an experiment of another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    it.each(['slurm', 'ssh'])('is built and run again there, and compared (%s)', { timeout: 240_000 }, async (kind) => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder, store, source } = mpiProject();
      const workFolder = join(cluster.home, `again-${kind}`);
      mkdirSync(workFolder);
      const there = {
        kind,
        host: 'cluster',
        sshConfig: cluster.sshConfig,
        workFolder,
        launcher: kind === 'slurm' ? 'srun' : 'mpirun',
      };
      const whole = {
        version: 1,
        program: 'late',
        ranks: 2,
        target: 'there',
        targets: { there },
        build: { command: ['trimtab-cc', 'mpicc', '-g', '-o', 'late', 'late.c'] },
        run: { command: ['mpirun', '-n', '{ranks}', './late'] },
      };
      writeFileSync(join(folder, 'trimtab.yaml'), stringify(whole));
      writeFileSync(join(folder, 'w.yaml'), WORKFLOW);
      const shared = { store, probeFolder: PROBE, analyzeArchive: analyzeHere };
      const surroundings = openSurroundings({
        ...shared,
        configuration: loadConfiguration(join(folder, 'trimtab.yaml')),
      });
      const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
      await surroundings.close();
      expect(state.sentence).toBeUndefined();
      const [{ id }] = store.list();
      const before = readdirSync(workFolder);
      const measured = readFileSync(source, 'utf8');
      appendFileSync(source, '#error this version does not compile\n');

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
      expect(again.measuredText(again.sources[0].measured)).toBe(measured);
      expect(result.comparison?.groups.map(({ runs }) => runs[0].id)).toEqual([id, result.experiment]);
      expect(new Set(result.comparison?.callPaths.map(({ presence }) => presence))).toEqual(new Set(['everywhere']));
      // Nothing of the copy is left, there or here.
      expect(readdirSync(workFolder)).toEqual(before);
      expect(readdirSync(store.folder).sort()).toEqual([id, result.experiment].sort());
    });
  },
);
