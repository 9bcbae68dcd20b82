/** Which experiments a rule would shrink or remove. Nothing is done before a person has seen the preview. */
import type { Bytes } from '../../model/units.js';
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
  /** What it frees. */
  readonly bytes: Bytes;
}

export interface RetentionPreview {
  readonly rule: RetentionRule;
  /** Most to free first. */
  readonly items: readonly RetentionItem[];
  /** What all items together free. */
  readonly bytes: Bytes;
  /** Of all experiments, before. */
  readonly bytesBefore: Bytes;
  /** How many experiments stay as they are. */
  readonly untouched: number;
}

/** What was done; what failed is told and left as it was. */
export interface RetentionResult {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
  readonly bytes: Bytes;
}
