import * as v from 'valibot';
import { reduceDeclaration } from '../reduce/declaration.js';
import { type ActionDeclaration, needed, optional } from '../../language/declaration.js';
import { experiments, results } from '../../language/words.js';

/** What a matrix over strategies gives of each, in whose loop `reduce` stands. */
export const strategyResults = v.array(
  v.object({
    strategy: v.string(),
    rounds: v.object({ reduce: reduceDeclaration.outputs, experiments: v.array(v.string()) }),
  }),
);

/** The table beside the state of the run. */
export const OVERHEADS_PAGE = 'overheads.md';

export const overheadsDeclaration = {
  kind: 'overheads',
  title: 'Tell what measuring takes',
  description:
    'Tells beside each other what a program takes measured in several ways (Oleynik 2014, table 4.4): the plain run, all functions, and what each strategy left.',
  arguments: {
    plain: needed(
      experiments,
      'The run in which nothing but its beginning was measured.',
      '${{ steps.plain.experiment }}',
    ),
    all: needed(experiments, 'The run with all functions.', '${{ steps.all.experiment }}'),
    strategies: needed(
      results,
      'Results of a matrix over "strategy", in which a loop "rounds" holds the step "reduce".',
      '${{ steps.strategies.results }}',
    ),
    again: optional(
      experiments,
      'More runs, each measured like one of those: of all runs alike the least time counts.',
      '${{ steps.again.experiments }}',
    ),
  },
  first: { plain: [], all: [], strategies: [] },
  outputs: v.object({
    ways: v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.description('The plain run, all functions, or a strategy.')),
          runs: v.pipe(v.number(), v.description('How many runs were measured so.')),
          processor: v.pipe(
            v.nullable(v.number()),
            v.description('Least processor time of all processes, in seconds.'),
          ),
          elapsed: v.pipe(v.nullable(v.number()), v.description('Least time from beginning to end, in seconds.')),
          phases: v.pipe(v.nullable(v.number()), v.description('Least time in dynamic phases, in seconds.')),
          removed: v.pipe(v.nullable(v.number()), v.description('Functions that are no longer measured.')),
          events: v.pipe(v.number(), v.description('Recorded entries and exits.')),
        }),
      ),
      v.description('The plain run, that with all functions, and the last of each strategy.'),
    ),
    experiments: v.pipe(
      v.array(v.string()),
      v.description('One run of each way of measuring; of ways that came out alike only one.'),
    ),
    page: v.pipe(v.string(), v.description('The file with the table, as Markdown.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: true,
} as const satisfies ActionDeclaration;
