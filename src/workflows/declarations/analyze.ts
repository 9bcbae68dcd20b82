import * as v from 'valibot';
import type { ActionDeclaration } from '../language/declaration.js';
import { ofArgument } from './arguments.js';

const worst = v.looseObject({
  property: v.optional(v.pipe(v.string(), v.description('Unique name of the property.'))),
  title: v.pipe(v.string(), v.description('Its title, for people.')),
  severity: v.pipe(v.number(), v.description('Share of the total time.')),
});

export const analyzeDeclaration = {
  kind: 'analyze',
  title: 'Analyze',
  description: 'Analyzes the trace of a run; the experiment then contains its findings.',
  arguments: { of: ofArgument('trace is analyzed') },
  outputs: v.object({
    experiment: v.pipe(v.string(), v.description('Identifier of the experiment.')),
    totalTime: v.pipe(v.number(), v.description('Seconds, summed over all locations.')),
    span: v.pipe(v.number(), v.description('Wall-clock seconds from the first to the last event.')),
    processes: v.pipe(v.number(), v.description('Processes that were measured.')),
    events: v.pipe(v.number(), v.description('Events of the trace.')),
    seconds: v.pipe(
      v.record(v.string(), v.number()),
      v.description('Seconds by metric, over all call paths and locations.'),
    ),
    shares: v.pipe(
      v.record(v.string(), v.number()),
      v.description('Share of the total time by metric, of those that are parts of it.'),
    ),
    worst: v.pipe(v.nullable(worst), v.description('The most severe property; null where nothing was found.')),
    shortFunctions: v.pipe(
      v.array(v.string()),
      v.description(
        'Parts of the names of functions that cost more to record than they contribute, as gcc compares them.',
      ),
    ),
  }),
  stage: 'analyze',
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
