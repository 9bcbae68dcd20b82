/** Data and actions of the page “What If”. */
import * as v from 'valibot';
import type { Scenario } from '../../model/findings/prediction.js';
import { triedPrediction } from '../../model/findings/scenarioSchema.js';
import { whatIf } from '../queries/whatIf.js';
import type { ShownPrediction } from './history.js';
import type { PageDeclaration, ShownExperiment } from './declaration.js';

export interface WhatIfState {
  /** Null where none is shown. */
  readonly experiment: ShownExperiment | null;
  /** Changes that the user requested in another view. */
  readonly added: readonly Scenario[];
  /** Number of that request: each is added once, also if the page was hidden in between. */
  readonly turn: number;
  /** Kept predictions about the experiment, compared with the runs that followed. */
  readonly tried: readonly ShownPrediction[];
  /** Call paths that are selected in the other views. */
  readonly nodes: readonly number[];
}

const experiment = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

const questions = {
  predictions: { ...whatIf, ask: v.object({ ...whatIf.ask.entries, experiment }) },
} as const;
export type WhatIfQuestions = typeof questions;

export const whatIfAction = v.variant('do', [
  v.object({
    do: v.literal('openLine'),
    experiment,
    place: v.object({
      file: v.pipe(v.string(), v.maxLength(10_000)),
      line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  }),
  /** Keeps the prediction with the experiment: the next runs of a changed version are compared with it. */
  v.object({ do: v.literal('try'), experiment, prediction: triedPrediction }),
  /** Predicts the run with these changes, and shows its timeline above the measured one. */
  v.object({ do: v.literal('timeline'), experiment, scenarios: triedPrediction.entries.scenarios }),
  v.object({ do: v.literal('openHistory') }),
]);
export type WhatIfAction = v.InferOutput<typeof whatIfAction>;

export const whatIfPage: PageDeclaration<WhatIfState, WhatIfAction, WhatIfQuestions> = {
  name: 'whatIf',
  title: 'What If',
  actions: whatIfAction,
  questions,
};
