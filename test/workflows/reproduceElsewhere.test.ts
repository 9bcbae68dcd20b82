/** Experiments of other machines are run again there: on a real cluster, and on a plain machine over ssh. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CancelledError } from '../../src/model/problem.js';
import { loadConfiguration } from '../../src/workflows/configuration.js';
import { leftReproductions, sweepScratches } from '../../src/workflows/leftReproductions.js';
import { reproduce } from '../../src/workflows/reproduce.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import { type Cluster, clusterOrReason } from '../support/cluster/index.js';
import { analyzeHere, lacking, mpiProject, PROBE } from './mpiProject.js';
import { bundleKilledRun, executed } from './runner/killing.js';

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

/** A project with an experiment that was measured on a target of the cluster, and then changed. */
async function measuredThere({ home, sshConfig }: Cluster, kind: 'slurm' | 'ssh') {
  const { folder, store, source } = mpiProject();
  const workFolder = mkdtempSync(join(home, `again-${kind}-`));
  const there = {
    kind,
    host: 'cluster',
    sshConfig: sshConfig,
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
  return { folder, shared, store, id, workFolder, before, measured };
}

describe.skipIf(without !== undefined)(
  `an experiment of another machine${without === undefined ? '' : ` (skipped: ${without})`}`,
  () => {
    it.each(['slurm', 'ssh'] as const)(
      'is built and run again there, and compared (%s)',
      { timeout: 240_000 },
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
        expect(again.measuredText(again.sources[0].measured)).toBe(measured);
        expect(result.comparison?.groups.map(({ runs }) => runs[0].id)).toEqual([id, result.experiment]);
        expect(new Set(result.comparison?.callPaths.map(({ presence }) => presence))).toEqual(new Set(['everywhere']));
        // Nothing of the copy is left, there or here.
        expect(readdirSync(workFolder)).toEqual(before);
        expect(readdirSync(store.folder).sort()).toEqual([id, result.experiment].sort());
      },
    );

    it('is gone on with where a killed process left it', { timeout: 240_000 }, async () => {
      if (cluster === undefined) throw new Error('no cluster');
      const { folder, shared, store, id, workFolder, before } = await measuredThere(cluster, 'slurm');
      const place = await bundleKilledRun(join(import.meta.dirname, 'killedReproduction.ts'));
      onTestFinished(() => rmSync(place, { recursive: true }));
      expect(await executed([join(place, 'killedReproduction.cjs'), folder, id, 'collect'])).toBeUndefined();
      const [attempt] = store.list();
      expect(attempt).toMatchObject({ state: 'failed', problem: expect.stringContaining('interrupted') as string });
      await sweepScratches(store);
      expect(leftReproductions(store).map(({ experiment }) => experiment)).toEqual([id]);
      const { experiment, comparison } = await reproduce({ ...shared, experiment: id });
      expect([experiment, comparison === undefined]).toEqual([attempt.id, false]);
      expect(readdirSync(workFolder)).toEqual(before);
      expect(readdirSync(store.folder).sort()).toEqual([id, experiment].sort());
    });

    it('is left when its process ends, and gone on with', { timeout: 240_000 }, async () => {
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
