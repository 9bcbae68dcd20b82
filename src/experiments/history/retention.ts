/** Which experiments a rule would shrink or remove. Nothing is done before a person has seen the preview. */
import type { Bytes } from '../../base/units.js';
import { TrimtabError } from '../../base/problem.js';
import type { ExperimentStore } from '../store/store.js';
import type { HistoryEntry } from './entry.js';

/** `drop traces` keeps results, sources and logs; `delete` removes the whole experiment. */
export type RetentionAction = 'drop traces' | 'delete';

/** Applies to experiments that meet all conditions given; baselines and running ones are never touched. */
export interface RetentionRule {
  readonly action: RetentionAction;
  /** Only experiments older than this many days. */
  readonly olderThanDays?: number;
  /** Keep this many of the newest of every program. */
  readonly keepNewest?: number;
  /** Only these; for a choice made by hand. */
  readonly ids?: readonly string[];
}

export interface RetentionItem {
  readonly entry: HistoryEntry;
  readonly action: RetentionAction;
  /** Size of the removed data. */
  readonly bytes: Bytes;
}

export interface RetentionPreview {
  readonly rule: RetentionRule;
  /** Most to free first. */
  readonly items: readonly RetentionItem[];
  /** Size of all removed data. */
  readonly bytes: Bytes;
  /** Of all experiments, before. */
  readonly bytesBefore: Bytes;
  /** Size of leftovers of jobs next to the experiments, which are removed too, regardless of the rule. */
  readonly left: Bytes;
  /** How many experiments stay as they are. */
  readonly untouched: number;
}

/** Result of applying a rule; failures are reported, and their data remain unchanged. */
export interface RetentionResult {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
  readonly bytes: Bytes;
}

const DAY = 24 * 3600 * 1000;

/**
 * Returns the effects of a rule, without applying it.
 * @param entries all experiments of the project: the newest of a program are counted among them
 * @param left leftovers of jobs next to the experiments, in bytes
 * @throws TrimtabError when the rule has no condition, so that it would match everything
 */
export function previewRetention(
  entries: readonly HistoryEntry[],
  rule: RetentionRule,
  now = new Date(),
  left: Bytes = 0,
): RetentionPreview {
  const { action } = rule;
  const items = chosenBy(entries, rule, now)
    .map((entry) => ({ entry, action, bytes: action === 'delete' ? entry.size : entry.traceSize }))
    .filter(({ bytes }) => action === 'delete' || bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  const sum = (list: readonly Bytes[]): Bytes => list.reduce((total, bytes) => total + bytes, 0);
  return {
    rule,
    items,
    bytes: sum(items.map(({ bytes }) => bytes)),
    left,
    bytesBefore: sum(entries.map(({ size }) => size)),
    untouched: entries.length - items.length,
  };
}

/**
 * The experiments that meet all conditions of a rule, whether they have something to drop or not.
 * @param entries all experiments of the project
 * @throws TrimtabError when the rule has no condition, so that it would mean everything
 */
export function chosenBy(entries: readonly HistoryEntry[], rule: RetentionRule, now: Date): HistoryEntry[] {
  const { action, olderThanDays, keepNewest, ids } = rule;
  if (olderThanDays === undefined && keepNewest === undefined && ids === undefined)
    throw new TrimtabError('The rule would apply to every experiment; give an age, a number to keep, or experiments.');
  const kept = keepNewest === undefined ? new Set<string>() : newestOf(entries, keepNewest);
  const named = ids === undefined ? undefined : new Set(ids);
  const limit = olderThanDays === undefined ? Number.POSITIVE_INFINITY : beforeDays(olderThanDays, now);
  return (
    entries
      .filter(({ baseline, state }) => !baseline && state !== 'running')
      .filter(({ id, date }) => !kept.has(id) && named?.has(id) !== false && Date.parse(date) <= limit)
      // Unreadable experiments are not removed by a rule; the user may name them.
      .filter(({ id, state }) => state !== 'damaged' || (action === 'delete' && named?.has(id) === true))
  );
}

/** So many days before a moment, in milliseconds since the epoch. */
export function beforeDays(days: number, now: Date): number {
  return now.getTime() - days * DAY;
}

/** Identifiers of the newest of every program. */
function newestOf(entries: readonly HistoryEntry[], count: number): Set<string> {
  const seen = new Map<string, number>();
  const newest = new Set<string>();
  for (const { id, program } of [...entries].sort((a, b) => Date.parse(b.date) - Date.parse(a.date))) {
    const number = (seen.get(program) ?? 0) + 1;
    seen.set(program, number);
    if (number <= count) newest.add(id);
  }
  return newest;
}

/**
 * Applies a preview, experiment by experiment. One that was starred, or is running, since then stays. Failures are
 * reported, and the others are processed nevertheless.
 */
export function applyRetention(store: ExperimentStore, preview: RetentionPreview): RetentionResult {
  const done: string[] = [];
  const failed: { id: string; problem: string }[] = [];
  let bytes = 0;
  for (const { entry, action, bytes: freed } of preview.items) {
    try {
      if (entry.state !== 'damaged' && store.get(entry.id).manifest.baseline === true)
        throw new TrimtabError(`Experiment ${entry.id} has been starred since and stays.`);
      if (action === 'delete') store.delete(entry.id);
      else store.dropTrace(entry.id);
      done.push(entry.id);
      bytes += freed;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      failed.push({ id: entry.id, problem: error.message });
    }
  }
  return { done, failed, bytes };
}
