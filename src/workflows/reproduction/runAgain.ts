/** Running an experiment again on the target that measured it, here or elsewhere: a workflow run on a copy of its project. */
import { present } from '../../base/present.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ExperimentStore, Manifest } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { createTarget, type CreateOptions } from '../../targets/create.js';
import { findTarget, LOCAL, type TargetConfiguration } from '../../targets/description.js';
import type { Target } from '../../targets/target.js';
import { loadConfiguration } from '../configuration/configuration.js';
import { CONFIGURATION } from '../configuration/fileName.js';
import type { AnalyzeArchive, JobObserver } from '../measuring/job.js';
import { isLeft, keepReproduction } from './leftReproductions.js';
import { recordedConfiguration } from './recorded.js';
import { experimentOf } from '../mainJob/runAsJob.js';
import { readRuns, resumeRun, type RunObserver, startRun } from '../runner/index.js';
import type { Copy } from '../provenance/snapshot.js';

/** Result of a repetition. */
export interface Again {
  /** Identifier of the new experiment. */
  readonly made: string;
  /** In what it differs from the recorded one, in sentences. */
  readonly different: readonly string[];
}

/** Targets known in addition to the project's trimtab.yaml, which takes precedence. */
export interface KnownTargets {
  /** Targets from the editor's settings. */
  readonly settingsTargets?: readonly TargetConfiguration[];
  readonly connection?: CreateOptions['connection'];
}

interface Options extends JobObserver, KnownTargets {
  /** Store of the recorded experiment. */
  readonly store: ExperimentStore;
  readonly probeFolder: string;
  readonly analyzeArchive: AnalyzeArchive;
}

/**
 * Sends the copy to a separate folder on the target. Builds and runs it there with the recorded commands and resources,
 * and fetches and analyzes its records. The copy is removed from the target, unless the run itself is left for a later
 * process to resume.
 * @param place where the copy's experiments are kept, and temporary data
 * @throws TrimtabError when the target is not described any more, or a step fails; CancelledError
 */
export async function runAgain(
  options: Options,
  manifest: Manifest,
  { repeats, scratch, copy }: { readonly repeats: ExperimentStore; readonly scratch: string; readonly copy: Copy },
): Promise<Again> {
  const { store, probeFolder, analyzeArchive, onProgress, onOutput, signal = new AbortController().signal } = options;
  const { project } = repeats;
  const description = descriptionOf(manifest.target, store.project, options.settingsTargets);
  const { connection } = options;
  const target = createTarget(description, connection === undefined ? {} : { connection });
  try {
    const there = await target.folderOf(project);
    const measured = there === project ? store.project : measuredProject(manifest);
    const place = { project, measured, copy: there };
    const { configuration, redacted } = recordedConfiguration(manifest, place);
    const workflow = join(scratch, 'again.trimtab-workflow.yaml');
    writeFileSync(workflow, workflowOf(manifest));
    const surroundings = {
      configuration: { ...configuration, target: target.name, targets: [description] },
      store: repeats,
      probeFolder,
      analyzeArchive,
      targetFor: () => target,
    };
    const observer: RunObserver = {
      signal,
      onOutput: (_, text) => onOutput?.(text),
      ...present({ onProgress }),
    };
    keepReproduction(scratch, manifest.id, copy);
    const begun = readRuns(project).at(0);
    const run =
      begun === undefined
        ? startRun(workflow, {}, surroundings, observer)
        : resumeRun(begun.id, surroundings, observer);
    const ended = await run.ended;
    const left = there === project || isLeft(scratch) ? [] : await removeCopy(target, there);
    return { made: experimentOf(ended), different: [...redacted, ...left] };
  } finally {
    await target.close();
  }
}

/** @throws TrimtabError when the target is not described any more */
function descriptionOf(
  target: string,
  project: string,
  settings: readonly TargetConfiguration[] = [],
): TargetConfiguration {
  if (target === LOCAL.name) return LOCAL;
  return findTarget(target, loadConfiguration(join(project, CONFIGURATION)).targets, settings);
}

/** The steps that lead to the recorded run again. */
function workflowOf({ job }: Manifest): string {
  const { nodes, threadsPerRank: threads } = job?.resources ?? {};
  const run = { ...present({ nodes, threads }) };
  const transfer = { retries: 2 };
  const steps = [{ sync: {}, ...transfer }, { build: {} }, { run }, { fetch: {}, ...transfer }, { analyze: {} }];
  return stringify({ version: 1, name: 'Run again', steps });
}

/** Returns the project's folder on the target when it was measured. @throws TrimtabError when it is unknown */
function measuredProject({ id, sources = [] }: Manifest): string {
  for (const { measured, project } of sources)
    if (project !== undefined && measured.endsWith(`/${project}`)) return measured.slice(0, -project.length - 1);
  throw new TrimtabError(
    `Experiment ${id} cannot be run again: the folder of its project on the target is unknown, since none of its sources was kept.`,
  );
}

/** Removes the copy on the target. @returns what is left, if it cannot be removed */
async function removeCopy(target: Target, copy: string): Promise<string[]> {
  try {
    const result = await target.run({ argv: ['rm', '-rf', '--', copy], folder: '/', environment: {} });
    if (result.exitCode === 0) return [];
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
  }
  return [`the copy of the project in ${copy} on ${target.name} could not be removed`];
}
