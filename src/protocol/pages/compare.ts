/** Data and actions of the page “Compare Experiments”. */
import * as v from 'valibot';
import { strictObject } from '../../base/schemas.js';
import type { Seconds } from '../../base/units.js';
import type { ComparedChange } from '../../model/dynamics/dynamics.js';
import type { ComparedEfficiency } from '../../model/findings/efficiency.js';
import { columnsOf } from '../queries/declaration.js';
import { locations } from '../queries/locations.js';
import type { PageDeclaration } from './declaration.js';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Kinds of compared items. */
export const changeKinds = ['callPaths', 'lines', 'properties', 'causes'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** So many rows are shown at first, and more at a time on demand. */
export const PORTION = 100;

/** Options of a page for a comparison: the engine filters and sorts. */
export const compareView = v.object({
  kind: v.picklist(changeKinds),
  /** The group whose changes against the first one are shown; the last one where there are fewer. */
  group: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Words that must all occur in the text of a row. */
  search: v.string(),
  /** Rows at most. */
  rows: index,
});
export type CompareView = v.InferOutput<typeof compareView>;

export const largestFirst: CompareView = { kind: 'callPaths', group: 1, search: '', rows: PORTION };

/** Runs that repeat one another; the first group is what the others are compared with. */
export interface ShownGroup {
  readonly label: string;
  readonly runs: readonly { readonly id: string; readonly name: string; /** ISO 8601. */ readonly created: string }[];
}

/** A property at one call path of a comparison, or (null) in the whole program. */
export interface Cell {
  readonly property: string;
  readonly callPath: number | null;
}

/** How one property at one place changed, in seconds of all locations. */
export interface ChangeRow {
  /** The same as long as the comparison is. */
  readonly key: string;
  readonly what: string;
  /** Callers, nearest first; only of call paths. */
  readonly under?: string;
  /** Groups in which it occurs; `some` only with three groups or more. */
  readonly presence: 'everywhere' | 'new' | 'gone' | 'some';
  /** Means of the first group and of the chosen one. */
  readonly before: Seconds;
  readonly after: Seconds;
  /** `after` less `before`: below zero is won. */
  readonly absolute: Seconds;
  /** As a share of `before`; omitted if that is zero. */
  readonly relative?: number;
  /** Whether the runs show the change to be more than chance. */
  readonly isShown: boolean;
  /** 95 % confidence interval of the change; omitted unless both groups have repeats. */
  readonly interval?: { readonly low: Seconds; readonly high: Seconds };
  /** Source line: in the chosen group's text, else in the first group's. */
  readonly place?: { readonly file: string; readonly line: number; readonly group: number };
  /** Identifies the row in requests for its values by rank; omitted if it has none. */
  readonly cell?: Cell;
}

/** A property whose changes are shown along the call tree. */
export interface TreeProperty {
  readonly property: string;
  readonly title: string;
  /** Below the topmost property. */
  readonly depth: number;
  /** Whether it is a part of the total time; others, such as delays, attribute the same seconds to their causes. */
  readonly isInTime: boolean;
}

/** Data that a view of a comparison shows. */
export interface ShownComparison {
  /** Another one as soon as an experiment in it changed. */
  readonly id: string;
  readonly groups: readonly ShownGroup[];
  /** The group that is compared with the first one. */
  readonly group: number;
  /** Overall result of the comparison, one sentence. */
  readonly verdict: string;
  /** Limitations of the comparison, one sentence each. */
  readonly problems: readonly string[];
  /** Those of POP, parents before children; empty where they are not known. */
  readonly efficiencies: readonly ComparedEfficiency[];
  /** Changes from iteration to iteration, the largest difference first; empty unless both were analyzed. */
  readonly dynamics: readonly ComparedChange[];
  /** Properties in seconds, parents before children. */
  readonly properties: readonly TreeProperty[];
  /** Significant changes, the largest first; then changes that may be chance, by call path or line. */
  readonly rows: readonly ChangeRow[];
  /** How many the search finds, shown or not. */
  readonly matching: number;
}

export interface CompareState {
  /** The view that was requested last. */
  readonly view: CompareView;
  readonly comparison: ShownComparison;
  /** The group whose changes relative to the first one are shown on the source lines; null for none. */
  readonly onLines: number | null;
}

const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

/** A row of a comparison in one of its experiments. */
export const comparedCell = strictObject({
  /** Identifier of the comparison. */
  comparison: name,
  /** Identifier of the experiment. */
  experiment: name,
  property: name,
  callPath: v.nullable(v.pipe(index, v.maxValue(0xffff_fffe))),
  /** Values at a call path contain what more specific properties explain, and (`inclusive`) what is called. */
  contains: v.exactOptional(v.picklist(['specific', 'inclusive'])),
});
export type ComparedCell = v.InferOutput<typeof comparedCell>;

/** Identity of a row in one of the experiments. */
export type FoundCell =
  /** The value of a metric at its call path of this number, or (null) in the whole program, less what others explain. */
  | {
      readonly is: 'found';
      readonly metric: string;
      readonly less: readonly string[];
      readonly node: number | null;
      /** Whether the value contains what is called. */
      readonly inclusive: boolean;
    }
  /** The experiment does not have the call path. */
  | { readonly is: 'missing' }
  /** The comparison is not the last one any more, or the experiment changed since. */
  | { readonly is: 'outdated' };

/**
 * The values of a row in one experiment, by location, in seconds. Names and order of locations are those of the query
 * `locations`. The columns are empty if the experiment does not have the call path.
 */
export const rankValues = {
  ask: comparedCell,
  head: v.object({ isMissing: v.boolean(), are: locations.head.entries.are }),
  columns: columnsOf({ value: 'float64', name: 'uint8', end: 'uint32', order: 'uint32' }),
};

/** Groups in which call paths occur, by their number in a column. */
export const presences: readonly ChangeRow['presence'][] = ['everywhere', 'new', 'gone', 'some'];

/** How a property changed along the call tree: one row for each call path that has it, callers first. */
export const changeTree = {
  ask: strictObject({ comparison: name, property: name, group: v.pipe(index, v.minValue(1)) }),
  /** Names that the columns refer to. */
  head: v.object({ regions: v.array(v.string()), files: v.array(v.string()) }),
  columns: columnsOf({
    /** Means of both groups, with what is called and without. */
    inclusiveBefore: 'float64',
    inclusiveAfter: 'float64',
    exclusiveBefore: 'float64',
    exclusiveAfter: 'float64',
    /** The 95 % confidence intervals of the change; empty unless both groups have repeats. */
    inclusiveLow: 'float64',
    inclusiveHigh: 'float64',
    exclusiveLow: 'float64',
    exclusiveHigh: 'float64',
    /** Row of the caller; -1 at roots. */
    parent: 'int32',
    /** Number of the call path in the comparison. */
    callPath: 'uint32',
    region: 'uint32',
    presence: 'uint8',
    file: 'uint32',
    /** 0 where it has no source line. */
    line: 'uint32',
    /** The group in whose text this line is. */
    group: 'uint32',
  }),
};
export type AskedTree = v.InferOutput<typeof changeTree.ask>;
type TreeColumns = v.InferOutput<typeof changeTree.columns>;

/** The same as plain numbers, or that the comparison is not the last one anymore. */
export type FoundTree =
  | {
      readonly is: 'found';
      readonly head: v.InferOutput<typeof changeTree.head>;
      readonly columns: { readonly [Name in keyof TreeColumns]: readonly number[] };
    }
  | { readonly is: 'outdated' };

const questions = { rankValues, changeTree } as const;
export type CompareQuestions = typeof questions;

/** How a comparison can be kept. */
export const exportFormats = ['html', 'markdown', 'csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const compareAction = v.variant('do', [
  /** Shows something else of the comparison. */
  v.object({ do: v.literal('view'), view: compareView }),
  /** Opens a line of a group's text where it is now. */
  v.object({
    do: v.literal('openPlace'),
    group: index,
    file: v.string(),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  /** Puts what changed between the first group and another on the source lines; null takes it away. */
  v.object({ do: v.literal('showOnLines'), group: v.nullable(index) }),
  v.object({ do: v.literal('export'), format: v.picklist(exportFormats) }),
  /** Makes another group the one the others are compared with. */
  v.object({ do: v.literal('baseline'), group: index }),
  v.object({ do: v.literal('openExperiment'), id: v.pipe(v.string(), v.nonEmpty()) }),
]);

export type CompareAction = v.InferOutput<typeof compareAction>;

export const comparePage: PageDeclaration<CompareState, CompareAction, CompareQuestions> = {
  name: 'compare',
  title: 'Compare Experiments',
  actions: compareAction,
  questions,
};
