/** What the page “Experiment History” shows, and what a person does there. */
import * as v from 'valibot';
import type { HistoryEntry } from '../../experiments/history/entry.js';
import type { RetentionPreview } from '../../experiments/history/retention.js';
import type { Seconds } from '../../base/units.js';
import type { PageDeclaration } from './declaration.js';

export { whyNotComparable } from '../../experiments/compare/comparable.js';
export type { HistoryEntry, RetentionPreview };

/** Something that can be followed across experiments. */
export interface Measure {
  /** Unique name of a metric, or `totalTime` or `span`. */
  readonly name: string;
  readonly title: string;
}

/** A source line or call path along which a measure is followed. */
export interface TrendPlace {
  /** Identifies the place among those of the same measure; empty for the whole program. */
  readonly key: string;
  readonly label: string;
}

/** A measure followed across experiments. */
export interface Trend {
  readonly measure: string;
  readonly place: string;
  readonly measures: readonly Measure[];
  readonly places: readonly TrendPlace[];
  /** Seconds by experiment, oldest first; experiments that do not have the place count as 0. */
  readonly points: readonly { readonly id: string; readonly value: Seconds }[];
  /** How many older experiments were left out to keep it quick. */
  readonly omitted: number;
}

export interface HistoryState {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** The experiment whose marks are shown. */
  readonly selected: string | null;
  readonly trend: Trend;
  readonly preview: { readonly rule: PageRule; readonly result: RetentionPreview } | null;
  /** What makes the history less than it could be, one sentence each. */
  readonly problems: readonly string[];
  /** Whether programs may be run here. */
  readonly trusted: boolean;
}

const id = v.pipe(v.string(), v.nonEmpty());
const ids = v.array(id);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const pageRule = v.object({
  action: v.picklist(['drop traces', 'delete']),
  olderThanDays: count,
  keepNewest: count,
});

export const historyAction = v.variant('do', [
  v.object({ do: v.literal('open'), id }),
  v.object({ do: v.literal('compare'), ids }),
  v.object({ do: v.literal('scalability'), ids }),
  v.object({ do: v.literal('reproduce'), id }),
  v.object({ do: v.literal('baseline'), id, on: v.boolean() }),
  v.object({ do: v.literal('editTags'), ids }),
  v.object({ do: v.literal('editNote'), id }),
  v.object({ do: v.literal('rename'), id }),
  v.object({ do: v.literal('delete'), ids }),
  v.object({ do: v.literal('trend'), measure: v.string(), place: v.string() }),
  v.object({ do: v.literal('previewRetention'), rule: pageRule }),
  v.object({ do: v.literal('applyRetention'), rule: pageRule }),
]);

export type HistoryAction = v.InferOutput<typeof historyAction>;

export const historyPage: PageDeclaration<HistoryState, HistoryAction> = {
  name: 'history',
  title: 'Experiment History',
  actions: historyAction,
};

/** A rule of retention as the page lets it be written. */
export type PageRule = v.InferOutput<typeof pageRule>;
