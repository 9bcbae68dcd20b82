import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import { experiments, texts } from '../language/words.js';

/** Of two groups of experiments. */
const change = v.object({
  verdict: v.pipe(v.string(), v.description('faster, slower, or the reason for no verdict.')),
  absolute: v.pipe(v.number(), v.description('Seconds by which the run time changed.')),
  relative: v.pipe(v.nullable(v.number()), v.description('The same as a share of the run time before.')),
  accepted: v.pipe(v.boolean(), v.description('Whether all criteria are met.')),
  results: v.pipe(
    v.array(v.object({ text: v.string(), state: v.string(), sentence: v.string() })),
    v.description('Each criterion, and whether it is met.'),
  ),
});
/** Fields of a series with growing rank counts. */
const series = v.object({
  points: v.pipe(
    v.array(
      v.object({
        ranks: v.number(),
        experiments: v.array(v.string()),
        seconds: v.number(),
        speedup: v.number(),
        efficiency: v.number(),
        properties: v.record(v.string(), v.number()),
      }),
    ),
    v.description('One entry per rank count: experiments, seconds, speedup, efficiency, share of each property.'),
  ),
  properties: v.pipe(
    v.array(v.object({ property: v.string(), title: v.string(), growth: v.number() })),
    v.description('Properties by how much their share grows.'),
  ),
});

export const compareDeclaration = {
  kind: 'compare',
  title: 'Compare',
  description: 'Compares experiments, and checks acceptance criteria.',
  arguments: {
    before: optional(experiments, 'The experiment or experiments that others are compared with.', 'baseline'),
    after: optional(
      experiments,
      'The experiment or experiments that are compared with those before.',
      'the latest experiment',
    ),
    experiments: optional(
      experiments,
      'Experiments of a series, such as runs with different rank counts.',
      '${{ steps.study.experiments }}',
    ),
    accept: optional(texts, 'Criteria that must all be met, such as "mpi <= 20 %".', '["mpi <= 20 %"]'),
  },
  outputs: v.union([change, series]),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: true,
} as const satisfies ActionDeclaration;
