/** Removal of successful workflow runs: their records and logs, in `.trimtab/runs`. */
import { lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, folderSize } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { Bytes } from '../../base/units.js';
import {
  beforeDays,
  chosenBy,
  claimAlone,
  type ExperimentStore,
  type HistoryEntry,
  release,
  type RetentionRule,
} from '../../experiments/index.js';
import { analyzeDeclaration } from '../declarations/analyze.js';
import { latestOutputs } from '../language/declaration.js';
import { experimentOfRun } from './leftJobs.js';
import { folderOf, readRecord, readRuns, runsFolder } from './runRecord.js';
import type { WorkflowRunSummary } from './state.js';

/** How many runs are named in a sentence. */
const MOST_NAMED = 3;

/** A run that a rule removes. */
export interface EndedRun {
  readonly id: string;
  /** Name of its workflow. */
  readonly name: string;
  readonly bytes: Bytes;
  /** Those of its experiments that there are. */
  readonly experiments: readonly string[];
}

export interface EndedRuns {
  /** Most to free first. */
  readonly items: readonly EndedRun[];
  readonly bytes: Bytes;
  /** Identifiers of those that stay because they cannot be read, or this user did not write them here. */
  readonly unclear: readonly string[];
}

/**
 * Returns the runs that a rule of retention removes: successful ones whose experiments it deletes, or that ended before
 * its number of days. A run is kept while it has an experiment that the rule does not select. Unsuccessful runs can be
 * resumed, and are kept.
 * @param entries all experiments of the rule, also those of other stores: the newest are counted among them
 * @throws TrimtabError when the rule has no condition, or the runs cannot be listed
 */
export function endedRuns(
  store: ExperimentStore,
  entries: readonly HistoryEntry[],
  rule: RetentionRule,
  now = new Date(),
): EndedRuns {
  const chosen = new Set(chosenBy(entries, rule, now).map(({ id }) => id));
  // Elsewhere nothing is ours to remove.
  if (!isAboutRuns(rule) || !isFolder(runsFolder(store.project))) return { items: [], bytes: 0, unclear: [] };
  const existing = new Set(store.folders());
  const runs = readRuns(store.project).map((run) => ({
    run,
    experiments: experimentsOf(run).filter((id) => existing.has(id)),
  }));
  const going = runs.filter(
    ({ run, experiments }) =>
      run.state === 'succeeded' &&
      experiments.every((id) => chosen.has(id)) &&
      ((rule.action === 'delete' && experiments.length > 0) || isOlder(run, rule, now)),
  );
  const items = going
    .filter(({ run }) => !run.elsewhere && isFolder(run.folder))
    .map(({ run: { id, name, folder }, experiments }) => ({ id, name, bytes: folderSize(folder), experiments }))
    .sort((a, b) => b.bytes - a.bytes);
  const unclear = [...runs.filter(({ run }) => run.state === 'damaged'), ...going.filter(({ run }) => run.elsewhere)];
  return {
    items,
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    unclear: unclear.map(({ run }) => run.id),
  };
}

/**
 * Reports whether a rule can remove any run: a manual selection of traces, or one by number alone, does not affect
 * them.
 */
function isAboutRuns({ action, olderThanDays, ids }: RetentionRule): boolean {
  return action === 'delete' || (olderThanDays !== undefined && ids === undefined);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A choice of experiments made by hand has no age for runs. */
function isOlder({ ended }: WorkflowRunSummary, { olderThanDays, ids }: RetentionRule, now: Date): boolean {
  if (ended === undefined || olderThanDays === undefined || ids !== undefined) return false;
  return Date.parse(ended) <= beforeDays(olderThanDays, now);
}

/** The experiments that a run measured or analyzed. */
function experimentsOf({ steps }: WorkflowRunSummary): string[] {
  const named = steps.flatMap((step) => [experimentOfRun(step), latestOutputs(analyzeDeclaration, [step])?.experiment]);
  return [...new Set(named.filter((id) => id !== undefined))];
}

/** Returns the message about runs that are kept because they cannot be read; undefined if there are none. */
export function unclearSentence(unclear: readonly string[]): string | undefined {
  if (unclear.length === 0) return undefined;
  const [verb, whose] = unclear.length === 1 ? ['stays', 'its'] : ['stay', 'their'];
  const named = unclear.slice(0, MOST_NAMED).join(', ') + (unclear.length > MOST_NAMED ? ', …' : '');
  return `${counted(unclear.length, 'workflow run')} ${verb}, since ${whose} state or seal cannot be read: ${named}.`;
}

/** Removed runs; those that could not be removed are reported, and kept. */
export interface RemovedRuns {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
  readonly bytes: Bytes;
}

/**
 * Removes runs that were previewed. A run that was resumed since then is kept.
 * @param kept experiments that could not be changed: their runs are kept too, without a separate message
 */
export function removeRuns(
  { project }: ExperimentStore,
  { items }: Pick<EndedRuns, 'items'>,
  kept: ReadonlySet<string> = new Set(),
): RemovedRuns {
  const done: string[] = [];
  const failed: { id: string; problem: string }[] = [];
  let bytes: Bytes = 0;
  for (const { id, bytes: freed, experiments } of items) {
    if (experiments.some((experiment) => kept.has(experiment))) continue;
    try {
      removeRun(project, id);
      done.push(id);
      bytes += freed;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      failed.push({ id, problem: error.message });
    }
  }
  return { done, failed, bytes };
}

/** @throws TrimtabError when it is no longer one that ended well, is taken up, or cannot be removed */
function removeRun(project: string, id: string): void {
  const folder = folderOf(project, id);
  if (!claimAlone(folder)) throw new TrimtabError(`The workflow run ${id} is being executed again and stays.`);
  // Renamed first: a removal that is interrupted leaves nothing that looks like a damaged run.
  const doomed = join(runsFolder(project), `.deleted-${id}`);
  try {
    const { state, elsewhere } = readRecord(project, id);
    if (state.state !== 'succeeded' || elsewhere)
      throw new TrimtabError(`The workflow run ${id} was changed since and stays.`);
    rmSync(doomed, { recursive: true, force: true });
    renameSync(folder, doomed);
    rmSync(doomed, { recursive: true, force: true });
  } catch (error) {
    if (isFolder(folder)) release(folder);
    if (error instanceof TrimtabError) throw error;
    throw new TrimtabError(
      `The workflow run ${id} could not be removed (${errorCode(error) ?? String(error)}); check the permissions of ${runsFolder(project)}.`,
      { cause: error },
    );
  }
}
