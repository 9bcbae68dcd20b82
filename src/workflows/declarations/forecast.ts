import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import { count, text } from '../language/words.js';
import { targetArgument } from './arguments.js';

export const forecastDeclaration = {
  kind: 'forecast',
  title: 'Forecast the trace',
  description:
    'Lists functions that cost more to record than they contribute, and estimates the size of a trace without them. Needs a run whose calls were counted.',
  arguments: {
    experiment: optional(text, 'The run whose calls were counted.', 'the newest of this program on the target'),
    target: targetArgument('the trace is measured on'),
    ranks: optional(count, 'Number of MPI ranks; by default, that of trimtab.yaml.', 'that of trimtab.yaml'),
  },
  outputs: v.object({
    experiment: v.pipe(
      v.nullable(v.string()),
      v.description('The run whose calls were counted; null if there is none, and therefore no forecast.'),
    ),
    leaveOut: v.pipe(v.array(v.string()), v.description('Parts of names of functions that need not be recorded.')),
    functions: v.pipe(v.number(), v.description('Number of these functions.')),
    needsBuild: v.pipe(v.boolean(), v.description('Whether the program must be rebuilt to exclude them.')),
    events: v.pipe(v.number(), v.description('Events of the trace without them.')),
    bytes: v.pipe(v.number(), v.description('Bytes of the trace without them.')),
    records: v.pipe(v.number(), v.description('Bytes of its raw records.')),
    seconds: v.pipe(v.number(), v.description('Measurement overhead in processor seconds, over all ranks.')),
    eventsOfAll: v.pipe(v.number(), v.description('Events of a trace with all functions.')),
    bytesOfAll: v.pipe(v.number(), v.description('Bytes of a trace with all functions.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
