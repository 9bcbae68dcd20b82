import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeArchive } from '../../../src/engine/analysis/analyzeArchive.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { createTarget } from '../../../src/targets/create.js';
import { findTarget } from '../../../src/targets/description.js';
import { loadConfiguration } from '../../../src/workflows/configuration/configuration.js';
import { resumeRun, startRun, type Surroundings, type WorkflowRunState } from '../../../src/workflows/runner/index.js';

const probeFolder = join(import.meta.dirname, '../../../src/probe');

/** A project folder with a configuration that runs a command, and a workflow. */
export function project(workflow: string, command = '[sleep, "0"]'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-workflow-')));
  writeFileSync(join(folder, 'trimtab.yaml'), `version: 1\nprogram: app\nranks: 2\nrun:\n  command: ${command}\n`);
  writeFileSync(join(folder, 'w.yaml'), `version: 1\nname: test\n${workflow}`);
  return folder;
}

export function surroundingsOf(folder: string): Surroundings {
  const configuration = loadConfiguration(join(folder, 'trimtab.yaml'));
  return {
    configuration,
    store: new ExperimentStore(folder),
    probeFolder,
    analyzeArchive,
    targetFor: (name) => createTarget(findTarget(name, configuration.targets)),
  };
}

const never = new AbortController().signal;

/** Starts the project's workflow and waits until it ends. */
export async function whole(
  folder: string,
  inputs = {},
  {
    signal = never,
    onChange = () => undefined,
  }: { readonly signal?: AbortSignal; readonly onChange?: (state: WorkflowRunState) => void } = {},
): Promise<WorkflowRunState> {
  const { state } = await startRun('w.yaml', inputs, surroundingsOf(folder), { signal, onChange }).ended;
  return state;
}

export async function resumed(folder: string, id: string, from?: string): Promise<WorkflowRunState> {
  const { state } = await resumeRun(id, surroundingsOf(folder), { signal: never }, { from }).ended;
  return state;
}

/** `key: state` of each step, in the order in which they began. */
export function told({ steps }: Pick<WorkflowRunState, 'steps'>): string[] {
  return steps.map(({ key, state }) => `${key}: ${state}`);
}
