/** Data and actions of the page “Dynamics”. */
import * as v from 'valibot';
import { chosenLoop, columnsOf, index } from '../queries/declaration.js';
import { dynamics as dynamicsQuery } from '../queries/dynamics.js';
import { seriesMap } from '../queries/seriesMap.js';
import type { PageDeclaration, ShownExperiment } from './declaration.js';

export interface DynamicsState {
  /** Null where none is shown. */
  readonly experiment: ShownExperiment | null;
  /** Number in the report of the finding that the user opened. */
  readonly finding: number | null;
  /** Changes with each request of the user: the page then follows it, even if its content is unchanged. */
  readonly turn: number;
}

const experiment = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

const questions = {
  /** Names of the metrics that change, and of those with series. */
  report: {
    ask: v.object({ experiment, level: chosenLoop }),
    head: v.object({
      report: dynamicsQuery.head.entries.report,
      /** Of each series: its metric, the call path (null: none), both in words, and the unit of a counter (null: time). */
      series: v.array(
        v.object({
          metric: v.string(),
          node: v.nullable(index),
          title: v.string(),
          path: v.string(),
          counter: v.nullable(v.string()),
        }),
      ),
      /** Names of locations by their numbers. */
      locations: v.array(v.string()),
      /** Titles and pages of the properties of findings, by their names. */
      properties: v.record(v.string(), v.object({ title: v.string(), page: v.string() })),
    }),
    /** Of each series, in all iterations of all locations; for counters the number of events. */
    columns: columnsOf({ seconds: 'float64' }),
  },
  series: {
    ...seriesMap,
    ask: v.object({ ...seriesMap.ask.entries, experiment }),
  },
} as const;
export type DynamicsQuestions = typeof questions;

export const dynamicsAction = v.variant('do', [
  /** Shows an iteration in the timeline, and selects what is looked at in all views. */
  v.object({
    do: v.literal('goTo'),
    experiment,
    iteration: index,
    metric: name,
    node: v.nullable(index),
    locations: v.pipe(v.array(index), v.maxLength(1 << 20)),
    level: chosenLoop,
  }),
  /** Opens the line of a finding. */
  v.object({
    do: v.literal('openLine'),
    experiment,
    place: v.object({
      file: v.pipe(v.string(), v.maxLength(10_000)),
      line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  }),
  /** Opens the page of a property. */
  v.object({ do: v.literal('explain'), property: name, page: name }),
]);
export type DynamicsAction = v.InferOutput<typeof dynamicsAction>;

export const dynamicsPage: PageDeclaration<DynamicsState, DynamicsAction, DynamicsQuestions> = {
  name: 'dynamics',
  title: 'Dynamics',
  actions: dynamicsAction,
  questions,
};
