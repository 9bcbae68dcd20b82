import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { loadConfiguration } from '../../src/workflows/configuration/configuration.js';
import { openSurroundings, startRun } from '../../src/workflows/runner/index.js';
import type { Cluster } from '../support/cluster/index.js';
import { analyzeHere, mpiProject, PROBE } from './mpiProject.js';

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
export async function measuredThere({ home, sshConfig }: Cluster, kind: 'slurm' | 'ssh') {
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
  const { id } = elementAt(store.list(), 0);
  const before = readdirSync(workFolder);
  const measured = readFileSync(source, 'utf8');
  appendFileSync(source, '#error this version does not compile\n');
  return { folder, shared, store, id, workFolder, before, measured };
}
