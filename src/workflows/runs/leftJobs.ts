/** Obsolete data of workflow runs' jobs next to the experiments, in `.trimtab/jobs`. */
import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as v from 'valibot';
import { errorCode, folderSize } from '../../base/files/index.js';
import { type ExperimentStore, isIdentifier } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Bytes } from '../../base/units.js';
import { runDeclaration, savedBy } from '../declarations/run.js';
import { latestOutputs } from '../language/declaration.js';
import { readRuns } from './runRecord.js';
import type { StepState, WorkflowRunSummary } from './state.js';

/** A folder that can go. */
export interface LeftFolder {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: Bytes;
  /** The experiment that it belonged to was deleted, or never came to be. */
  readonly orphaned: boolean;
}

/** The folder of a project's jobs, one folder a run in it. */
export function jobsFolder(project: string): string {
  return join(project, '.trimtab', 'jobs');
}

/**
 * Returns job folders without an experiment, and traces in job folders whose experiment has its own, or will never have
 * one. Data that a run needs to resume is excluded. Only this machine is searched.
 * @param without runs whose records are about to be removed: their folders are then obsolete
 */
export function leftFolders(store: ExperimentStore, without: ReadonlySet<string> = new Set()): LeftFolder[] {
  const top = jobsFolder(store.project);
  // Elsewhere nothing is ours to remove.
  if (lstatSync(top, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const runs = new Map(readRuns(store.project).map((run) => [run.id, run]));
  const experiments = new Set(store.folders());
  return foldersIn(top)
    .filter(isIdentifier)
    .flatMap((id) =>
      foldersIn(join(top, id)).flatMap((name) => {
        const folder = join(top, id, name);
        const left = leftOf(folder, without.has(id) ? undefined : runs.get(id), experiments, store);
        return left === undefined ? [] : [left];
      }),
    )
    .filter(({ bytes, orphaned }) => orphaned || bytes > 0);
}

function leftOf(
  folder: string,
  run: WorkflowRunSummary | undefined,
  experiments: ReadonlySet<string>,
  store: ExperimentStore,
): LeftFolder | undefined {
  const whole = { path: folder, bytes: folderSize(folder), orphaned: true };
  if (run === undefined) return whole;
  // In execution, resumable automatically, or unreadable.
  if (['running', 'asking', 'interrupted', 'damaged'].includes(run.state)) return undefined;
  const step = run.steps.find((one) => jobFolderOf(one) === folder);
  const experiment = step === undefined ? undefined : experimentOfRun(step);
  if (step === undefined || experiment === undefined || !experiments.has(experiment)) return whole;
  const trace = join(folder, 'trace');
  const fetched = run.state === 'succeeded' || step.state !== 'succeeded' || hasTrace(store, experiment);
  return fetched ? { path: trace, bytes: folderSize(trace), orphaned: false } : undefined;
}

function jobFolderOf(step: StepState): string | undefined {
  return ranBy(step)?.jobFolder ?? savedBy(step.saved).job?.jobFolder;
}

/** The experiment that a run step measured, or is to measure; undefined for other steps. */
export function experimentOfRun(step: StepState): string | undefined {
  return ranBy(step)?.experiment ?? savedBy(step.saved).experiment;
}

/** Returns the outputs of a run step; undefined for other steps, and for one that is not done. */
function ranBy(step: StepState): v.InferOutput<typeof runDeclaration.outputs> | undefined {
  return latestOutputs(runDeclaration, [step]);
}

/** Whether an experiment has its trace, or had it until it was dropped. */
function hasTrace(store: ExperimentStore, id: string): boolean {
  try {
    const { trace, traceDropped } = store.get(id).manifest;
    return trace !== undefined || traceDropped !== undefined;
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return false; // damaged: its trace may be the only one
  }
}

/**
 * Removes left folders, and the folders of runs that are empty then.
 * @returns what was freed
 * @throws TrimtabError when one cannot be removed
 */
export function removeLeft(store: ExperimentStore, folders: readonly LeftFolder[]): Bytes {
  const top = jobsFolder(store.project);
  let freed: Bytes = 0;
  try {
    for (const { path, bytes } of folders) {
      rmSync(path, { recursive: true, force: true });
      freed += bytes;
    }
    for (const id of foldersIn(top))
      if (readdirSync(join(top, id)).length === 0) rmSync(join(top, id), { recursive: true });
  } catch (error) {
    throw new TrimtabError(
      `Files that jobs left in ${top} could not be removed (${errorCode(error) ?? String(error)}); check the permissions there.`,
      { cause: error },
    );
  }
  return freed;
}

/** Removes the job folders of experiments that are gone. */
export function removeOrphaned(store: ExperimentStore): Bytes {
  return removeLeft(
    store,
    leftFolders(store).filter(({ orphaned }) => orphaned),
  );
}

/** Names of the folders in a folder; links are none. */
function foldersIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
