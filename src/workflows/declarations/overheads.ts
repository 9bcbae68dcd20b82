import * as v from 'valibot';
import { reduceDeclaration } from './reduce.js';
import { type ActionDeclaration, needed, optional } from '../language/declaration.js';
import { experiments, results } from '../language/words.js';

/** Results of a matrix over strategies, each with `reduce` in a loop. */
export const strategyResults = v.array(
  v.object({
    strategy: v.string(),
    rounds: v.object({ reduce: reduceDeclaration.outputs, experiments: v.array(v.string()) }),
  }),
);

/** The table, next to the state of the run. */
export const OVERHEADS_PAGE = 'overheads.md';

export const overheadsDeclaration = {
  kind: 'overheads',
  title: 'Show measurement overhead',
  description:
    'Compares the overhead of several measurements (Oleynik 2014, table 4.4): the uninstrumented run, all functions, and the remaining functions of each strategy.',
  arguments: {
    plain: needed(experiments, 'The run in which only the entry point was measured.', '${{ steps.plain.experiment }}'),
    all: needed(experiments, 'The run with all functions.', '${{ steps.all.experiment }}'),
    strategies: needed(
      results,
      'Results of a matrix over "strategy", in which a loop "rounds" holds the step "reduce".',
      '${{ steps.strategies.results }}',
    ),
    again: optional(
      experiments,
      'More runs, each measured like one of these; of runs with the same measurement, the least time counts.',
      '${{ steps.again.experiments }}',
    ),
  },
  first: { plain: [], all: [], strategies: [] },
  outputs: v.object({
    ways: v.pipe(
      v.array(
        v.object({
          name: v.pipe(v.string(), v.description('The uninstrumented run, all functions, or a strategy.')),
          runs: v.pipe(v.number(), v.description('Number of runs with this measurement.')),
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
      v.description('The uninstrumented run, that with all functions, and the last one of each strategy.'),
    ),
    experiments: v.pipe(v.array(v.string()), v.description('One run of each distinct measurement.')),
    page: v.pipe(v.string(), v.description('The file with the table, as Markdown.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: true,
} as const satisfies ActionDeclaration;
