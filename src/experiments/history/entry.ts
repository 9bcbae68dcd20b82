/** Rows of the experiment history, how they are chosen, and how they are grouped. */
import type { Problem } from '../../base/problem.js';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';

export type EntryState = 'complete' | 'failed' | 'cancelled' | 'running' | 'damaged';

/** One experiment in the history. */
export interface HistoryEntry {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly target: string;
  /** When it was begun, ISO 8601. */
  readonly date: string;
  /** Ranks measured, else asked; 0 when neither is known. */
  readonly ranks: number;
  /** Set if sums were measured, without events. */
  readonly measurement?: 'profile';
  /** `damaged` when its files cannot be read; `problem` then contains the reason. */
  readonly state: EntryState;
  readonly problem?: string;
  /** Seconds of all locations together, and wall-clock span. */
  readonly totalTime?: Seconds;
  readonly span?: Seconds;
  readonly worst?: { readonly property: string; readonly title: string; readonly severity: Fraction };
  /** Warning about these numbers, in a few words. */
  readonly doubt?: string;
  readonly tags: readonly string[];
  /** Starred: others are compared with it, and no rule removes it. */
  readonly baseline: boolean;
  readonly note?: string;
  /** Number of kept predictions; omitted if there are none. */
  readonly predictions?: number;
  /** All files of the experiment, and those of its trace alone. */
  readonly size: Bytes;
  readonly traceSize: Bytes;
  /** Absolute path. */
  readonly folder: string;
}

export const SORT_KEYS = [
  'date',
  'name',
  'program',
  'target',
  'ranks',
  'state',
  'totalTime',
  'span',
  'worst',
  'size',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Filter of experiments; omitted criteria do not restrict. */
export interface HistoryFilter {
  /** Words that must all occur in name, program, target, identifier, note, tags, problem or worst property; case is ignored. */
  readonly search?: string;
  readonly programs?: readonly string[];
  readonly targets?: readonly string[];
  readonly states?: readonly EntryState[];
  /** All of these. */
  readonly tags?: readonly string[];
  readonly baselines?: boolean;
  /** ISO 8601; `from` is included, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly sort?: { readonly by: SortKey; readonly descending: boolean };
  /** Number of rows to skip at the start, and maximum number to return. */
  readonly offset?: number;
  readonly limit?: number;
}

/** The answer to a filter. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** How many the filter matches, whatever the limit. */
  readonly matching: number;
  /** How many experiments there are. */
  readonly all: number;
  /** Choices for a filter: every program, target and tag in use, sorted. */
  readonly programs: readonly string[];
  readonly targets: readonly string[];
  readonly tags: readonly string[];
  /** Such as an index that could not be kept; the entries are right nevertheless. */
  readonly problems: readonly Problem[];
}
