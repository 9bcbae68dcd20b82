import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../../language/declaration.js';
import { count, text } from '../../language/words.js';
import { targetArgument } from '../common.js';

export const forecastDeclaration = {
  kind: 'forecast',
  title: 'Forecast the trace',
  description:
    'From a run whose calls were counted, says which functions cost more to record than they tell, and how large a trace without them will be.',
  arguments: {
    experiment: optional(text, 'The run whose calls were counted.', 'the newest of this program on the target'),
    target: targetArgument('the trace is measured on'),
    ranks: optional(count, 'How many MPI ranks; those of trimtab.yaml where it is left out.', 'those of trimtab.yaml'),
  },
  outputs: v.object({
    experiment: v.pipe(
      v.nullable(v.string()),
      v.description('The run whose calls were counted; null where there is none, and then nothing is known.'),
    ),
    leaveOut: v.pipe(v.array(v.string()), v.description('Parts of names of functions that need not be recorded.')),
    functions: v.pipe(v.number(), v.description('How many functions those are.')),
    needsBuild: v.pipe(v.boolean(), v.description('Whether the program must be built anew to leave them out.')),
    events: v.pipe(v.number(), v.description('Events of the trace without them.')),
    bytes: v.pipe(v.number(), v.description('Bytes of the trace without them.')),
    records: v.pipe(v.number(), v.description('Bytes of raw records that it is made of.')),
    seconds: v.pipe(v.number(), v.description('Processor seconds that recording takes, over all ranks.')),
    eventsOfAll: v.pipe(v.number(), v.description('Events of a trace with all functions.')),
    bytesOfAll: v.pipe(v.number(), v.description('Bytes of a trace with all functions.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
