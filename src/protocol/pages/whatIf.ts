/** Data and actions of the page “What If”. */
import * as v from 'valibot';
import type { Scenario } from '../../model/findings/prediction.js';
import { whatIf } from '../queries/whatIf.js';
import type { PageDeclaration, ShownExperiment } from './declaration.js';

export interface WhatIfState {
  /** Null where none is shown. */
  readonly experiment: ShownExperiment | null;
  /** Changes that the user requested in another view. */
  readonly added: readonly Scenario[];
  /** Number of that request: each is added once, also if the page was hidden in between. */
  readonly turn: number;
  /** Call paths that are selected in the other views. */
  readonly nodes: readonly number[];
}

const experiment = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

const questions = {
  predictions: { ...whatIf, ask: v.object({ ...whatIf.ask.entries, experiment }) },
} as const;
export type WhatIfQuestions = typeof questions;

/** Opens a line. */
export const whatIfAction = v.object({
  do: v.literal('openLine'),
  experiment,
  place: v.object({
    file: v.pipe(v.string(), v.maxLength(10_000)),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
});
export type WhatIfAction = v.InferOutput<typeof whatIfAction>;

export const whatIfPage: PageDeclaration<WhatIfState, WhatIfAction, WhatIfQuestions> = {
  name: 'whatIf',
  title: 'What If',
  actions: whatIfAction,
  questions,
};
