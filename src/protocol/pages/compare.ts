/** What the page “Compare Experiments” shows, and what a person does there. */
import * as v from 'valibot';
import type { Comparison } from '../../experiments/compare/comparison.js';
import type { PageDeclaration } from './declaration.js';

export type { Comparison };

export interface CompareState {
  readonly comparison: Comparison;
  /** The group whose changes against the first one stand on the source lines; null for none. */
  readonly onLines: number | null;
}

/** How a comparison can be kept. */
export const exportFormats = ['markdown', 'csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

export const compareAction = v.variant('do', [
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

export const comparePage: PageDeclaration<CompareState, CompareAction> = {
  name: 'compare',
  title: 'Compare Experiments',
  actions: compareAction,
};
