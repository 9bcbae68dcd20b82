/** Data and actions of the view “Timeline”. */
import * as v from 'valibot';
import type { Selected } from '../../model/selection.js';
import { at } from '../queries/at.js';
import { classTimes } from '../queries/classTimes.js';
import { counterValues } from '../queries/counterValues.js';
import { columnsOf, index, type QueryDeclaration } from '../queries/declaration.js';
import { functions } from '../queries/functions.js';
import { marks } from '../queries/marks.js';
import { messageBundles } from '../queries/messageBundles.js';
import { nextCall } from '../queries/nextCall.js';
import { stepMarks } from '../queries/stepMarks.js';
import { tiles } from '../queries/tiles.js';
import { timeline } from '../queries/timeline.js';
import { uncertain } from '../queries/uncertain.js';
import { worst } from '../queries/worst.js';
import { followAction } from '../selection.js';
import type { PageDeclaration, ShownExperiment } from './declaration.js';
import { saveAction } from './saved.js';

type Window = NonNullable<Selected['window']>;

/** The experiment whose time is drawn; null where none is selected. */
export interface TimelineState {
  readonly experiment: ShownExperiment | null;
  /**
   * The selection in this experiment: its worst wait is shown, or the single instance. Contains a part of the run
   * selected here, but not a wait or call selected here.
   */
  readonly selected: Selected | null;
  /** Whether the selection follows the line in the editor: it is highlighted, and the picture does not move. */
  readonly isFollowed: boolean;
  /** The time range that a link shows: it selects nothing. Each `turn` is shown once. */
  readonly visible?: Window & { readonly experiment: string; readonly turn: number };
  /** Whether the selection follows the line in the editor, and the line the selection. */
  readonly follows: boolean;
  /** Other experiments that can be drawn on the same scale. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  /** The predicted run to draw above, one of the others, with critical paths. Each `turn` is shown once. */
  readonly predicted?: { readonly id: string; readonly turn: number };
}

const experiment = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const place = v.object({
  file: v.pipe(v.string(), v.maxLength(10_000)),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const window = v.pipe(
  v.object({ from: v.pipe(v.number(), v.finite()), to: v.pipe(v.number(), v.finite()) }),
  v.check(({ from, to }) => from <= to, 'it ends before it begins'),
);

/** The same question about an experiment that is named. */
function ofExperiment<Ask, Head, Columns>({ ask, head, columns }: QueryDeclaration<Ask, Head, Columns>) {
  return { ask: v.object({ experiment, ask }), head, columns };
}

/** A wait in words, with the lines that it leads to. */
const shownWait = v.object({
  location: index,
  from: v.number(),
  to: v.number(),
  node: index,
  property: v.string(),
  sentence: v.string(),
  place: v.exactOptional(place),
  cause: v.exactOptional(v.object({ location: index, time: v.number(), place: v.exactOptional(place) })),
});

const questions = {
  timeline: ofExperiment(timeline),
  tiles: ofExperiment(tiles),
  marks: ofExperiment(marks),
  messageBundles: ofExperiment(messageBundles),
  classTimes: ofExperiment(classTimes),
  stepMarks: ofExperiment(stepMarks),
  functions: ofExperiment(functions),
  counterValues: ofExperiment(counterValues),
  nextCall: ofExperiment(nextCall),
  uncertain: ofExperiment(uncertain),
  worst: {
    ask: ofExperiment(worst).ask,
    head: v.object({ wait: v.exactOptional(shownWait), isLongest: v.exactOptional(v.boolean()) }),
    columns: columnsOf({}),
  },
  /** Activity of a location at a given time, in words. */
  at: {
    ask: ofExperiment(at).ask,
    head: v.object({
      sentence: v.string(),
      wait: v.exactOptional(shownWait),
      place: v.exactOptional(place),
      /** The innermost call path. */
      node: v.exactOptional(index),
    }),
    columns: columnsOf({}),
  },
} as const;
export type TimelineQuestions = typeof questions;

export const timelineAction = v.variant('do', [
  /** Opens a line of the experiment's text where code is shown. */
  v.object({ do: v.literal('open'), experiment, place }),
  /** Selects a wait in all views, or a call path of a location. */
  v.object({
    do: v.literal('select'),
    experiment,
    location: index,
    node: v.exactOptional(index),
    property: v.exactOptional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000))),
    /** From when to when it waits. */
    wait: v.exactOptional(v.object({ from: v.number(), to: v.number() })),
    place: v.exactOptional(place),
  }),
  /** Selects a part of the run in all views; all of it where it is null. */
  v.object({ do: v.literal('selectWindow'), experiment, window: v.nullable(window) }),
  followAction,
  /** Copies a link to what is seen. */
  v.object({ do: v.literal('copyLink'), experiment, window }),
  v.object({ ...saveAction.entries, experiment }),
]);
export type TimelineAction = v.InferOutput<typeof timelineAction>;

export const timelinePage: PageDeclaration<TimelineState, TimelineAction, TimelineQuestions> = {
  name: 'timeline',
  title: 'Timeline',
  actions: timelineAction,
  questions,
  isView: true,
};
