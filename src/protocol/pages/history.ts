/** Data and actions of the page “Experiment History”. */
import * as v from 'valibot';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';
import type { ExperimentState } from '../experiments.js';
import type { PageDeclaration } from './declaration.js';

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

/** A measure at one experiment. */
export interface TrendPoint {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly date: string;
  readonly value: Seconds;
}

/** Experiments of one program, at one place, of one size. */
export interface TrendSeries {
  /** The properties they have in common. */
  readonly title: string;
  /** Indices of points, ascending. */
  readonly points: readonly number[];
}

/** From a point on, a measure is another one than before. */
export interface TrendChange {
  /** Index of the first point at the new level. */
  readonly index: number;
  readonly kind: 'rise' | 'fall';
  /** From which experiment on, and by how much. */
  readonly sentence: string;
}

/** A measure followed across experiments. */
export interface Trend {
  readonly measure: string;
  readonly place: string;
  readonly measures: readonly Measure[];
  readonly places: readonly TrendPlace[];
  /** Seconds by experiment, oldest first; experiments that do not have the place count as 0. */
  readonly points: readonly TrendPoint[];
  /** Points that may be compared with one another, those of the newest experiment first; each point is in one of them. */
  readonly series: readonly TrendSeries[];
  /** Changes among the points that are like the newest one: of its program, target and size. */
  readonly changes: readonly TrendChange[];
  /** Reason why changes cannot be determined; omitted if they can. */
  readonly tooFew?: string;
  /** Number of older experiments that were excluded to keep it fast. */
  readonly omitted: number;
}

/** One experiment in the list. */
export interface HistoryRow {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly target: string;
  /** ISO 8601. */
  readonly date: string;
  /** 0 where they are not known. */
  readonly ranks: number;
  /** Present for measurements that contain sums but no events. */
  readonly measurement?: 'profile';
  readonly state: ExperimentState;
  readonly problem?: string;
  readonly totalTime?: Seconds;
  readonly span?: Seconds;
  readonly worst?: { readonly title: string; readonly severity: Fraction };
  /** Short warning: the reason why these numbers are unreliable. */
  readonly doubt?: string;
  readonly tags: readonly string[];
  readonly baseline: boolean;
  readonly note?: string;
  /** Of all its files. */
  readonly size: Bytes;
}

/** Rows of the same program, target or day. */
export interface HistoryGroup {
  /** Empty where nothing is grouped. */
  readonly title: string;
  /** How many it has, shown or not. */
  readonly count: number;
  readonly rows: readonly HistoryRow[];
}

/** A kept prediction, next to the runs of the first version that followed. */
export interface ShownPrediction {
  /** Experiment that the prediction was made from. */
  readonly id: string;
  readonly name: string;
  /** Identifies the prediction among those of the experiment; ISO 8601. */
  readonly created: string;
  /** Such as `relax_rows balanced over ranks`. */
  readonly change: string;
  readonly note?: string;
  /** Run time before the change, as measured, and after it, as predicted. */
  readonly before: Seconds;
  readonly predicted: Seconds;
  /** Omitted if no changed version ran yet. */
  readonly outcome?: {
    /** Such as `2.51 s ± 40 ms`. */
    readonly measured: string;
    readonly error: Fraction;
    /** Its experiments, oldest first. */
    readonly ids: readonly string[];
  };
}

/** Data that a view of the history shows. */
export interface HistoryWindow {
  /** In the order of their first rows; groups without visible rows are excluded. */
  readonly groups: readonly HistoryGroup[];
  /** How many experiments the search finds, and how many there are. */
  readonly matching: number;
  readonly all: number;
  /** Number of runs of adaptations, which are excluded unless the search asks for them (`is:adaptation`). */
  readonly hidden: number;
  /** Those that are ticked and found, shown or not. */
  readonly ticked: readonly HistoryRow[];
  /** Disk space of all experiments, and of their traces alone. */
  readonly size: Bytes;
  readonly traceSize: Bytes;
  /** Limitations of the history, one sentence each. */
  readonly problems: readonly string[];
}

/** Effect that a rule of retention would have. */
export interface RetentionPreview {
  /** Those that free most. */
  readonly items: readonly { readonly name: string; readonly bytes: Bytes }[];
  /** How many experiments it would change, and what that frees. */
  readonly count: number;
  readonly bytes: Bytes;
  /** Data that jobs left in addition to the experiments, which is removed too. */
  readonly left: Bytes;
  /** Ended workflow runs whose records and logs are removed too, and one sentence on those that cannot be read. */
  readonly runs: { readonly count: number; readonly bytes: Bytes; readonly unclear?: string };
}

/** Result of applying the rule; items that failed are unchanged. */
export interface RetentionResult {
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
}

export interface HistoryState {
  /** The view that was requested last. */
  readonly view: HistoryView;
  readonly window: HistoryWindow;
  /** The experiment whose marks are shown. */
  readonly selected: string | null;
  readonly trend: Trend;
  /** Kept ones, newest first. */
  readonly predictions: readonly ShownPrediction[];
  readonly preview: { readonly rule: PageRule; readonly result: RetentionPreview } | null;
  /** Whether programs may be run here. */
  readonly trusted: boolean;
}

const id = v.pipe(v.string(), v.nonEmpty());
const ids = v.array(id);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const groupings = ['program', 'target', 'date', 'none'] as const;
export type Grouping = (typeof groupings)[number];

/** Columns of an experiment after its name, in order. */
export const columns = [
  'date',
  'program',
  'target',
  'ranks',
  'totalTime',
  'span',
  'worst',
  'tags',
  'note',
  'size',
] as const;
export type Column = (typeof columns)[number];

/** So many rows are shown at first, and more at a time on demand. */
export const PORTION = 200;

/** Options of a page for the history: the engine filters, sorts and groups. */
export const historyView = v.object({
  /** Words that must all occur in the text of a row; `is:baseline`, `is:failed` and `is:adaptation` test its kind. */
  search: v.string(),
  sorting: v.object({ by: v.picklist([...columns, 'name']), descending: v.boolean() }),
  grouping: v.picklist(groupings),
  /** Rows at most. */
  rows: count,
  /** Those of these experiments that exist are reported, visible or not. */
  ticked: ids,
  /** IANA name of the time zone whose days are meant; empty for that of the engine. */
  timeZone: v.string(),
});
export type HistoryView = v.InferOutput<typeof historyView>;
export type Sorting = HistoryView['sorting'];

export const newestFirst: HistoryView = {
  search: '',
  sorting: { by: 'date', descending: true },
  grouping: 'program',
  rows: PORTION,
  ticked: [],
  timeZone: '',
};

export const pageRule = v.object({
  action: v.picklist(['drop traces', 'delete']),
  olderThanDays: count,
  keepNewest: count,
});

export const historyAction = v.variant('do', [
  /** Shows something else of the history. */
  v.object({ do: v.literal('view'), view: historyView }),
  v.object({ do: v.literal('open'), id }),
  v.object({ do: v.literal('compare'), ids }),
  v.object({ do: v.literal('scalability'), ids }),
  v.object({ do: v.literal('reproduce'), id }),
  v.object({ do: v.literal('baseline'), id, on: v.boolean() }),
  v.object({ do: v.literal('editTags'), ids }),
  v.object({ do: v.literal('editNote'), id }),
  v.object({ do: v.literal('rename'), id }),
  v.object({ do: v.literal('delete'), ids }),
  v.object({ do: v.literal('dropPrediction'), id, created: v.pipe(v.string(), v.nonEmpty()) }),
  v.object({ do: v.literal('trend'), measure: v.string(), place: v.string() }),
  v.object({ do: v.literal('previewRetention'), rule: pageRule }),
  v.object({ do: v.literal('applyRetention'), rule: pageRule }),
]);

export type HistoryAction = v.InferOutput<typeof historyAction>;

export const historyPage: PageDeclaration<HistoryState, HistoryAction> = {
  name: 'history',
  title: 'Experiment History',
  actions: historyAction,
  questions: {},
};

/** A rule of retention as the page lets it be written. */
export type PageRule = v.InferOutput<typeof pageRule>;
