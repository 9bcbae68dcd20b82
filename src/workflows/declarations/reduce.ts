import * as v from 'valibot';
import { TAKES } from '../../measurement/selection/model.js';
import { type ActionDeclaration, needed, optional } from '../language/declaration.js';
import { text } from '../language/words.js';

const names = (description: string) => v.pipe(v.array(v.string()), v.description(description));

/** How far the search of AGOR is. */
const search = v.object({
  whole: v.pipe(v.string(), v.description('The run with all functions.')),
  blackList: names('Functions that cost too much to be measured again.'),
  asked: names('Functions that were on in some round.'),
  found: names('Those of them that take enough of the time.'),
  on: names('Functions that are on in the next run.'),
  /** `live`: while the program runs, where it has a progress loop. */
  stage: v.picklist(['live', 'searching', 'gathering', 'over']),
});

/** Rules for functions, of which the last one that fits counts. */
export const ruleList = v.array(v.object({ take: v.picklist(TAKES), glob: v.string() }));

export const reduceDeclaration = {
  kind: 'reduce',
  title: 'Reduce measured functions',
  description:
    'Selects the functions that runs after this step measure, by a strategy, from a run whose calls were counted. Nothing is rebuilt.',
  arguments: {
    strategy: needed(
      text,
      'tor excludes functions whose overhead exceeds 5 % of their time; por excludes those for which this much remains after compensation (Oleynik 2014, 4.3); rules excludes by the default rule of tau_reduce, rules:FILE by the rules of a file; agor measures only functions that the analysis requests, from the top of the call tree down; nothing excludes all functions except the entry point.',
      'tor',
    ),
    experiment: optional(text, 'The run to evaluate.', 'the latest one analyzed before'),
  },
  first: { strategy: 'tor' },
  outputs: v.object({
    strategy: v.pipe(v.string(), v.description('The strategy.')),
    experiment: v.pipe(v.string(), v.description('The evaluated run.')),
    rules: v.pipe(ruleList, v.description('Rules for functions, of this round and those before.')),
    leftOut: names('Functions that this round excludes.'),
    isDone: v.pipe(v.boolean(), v.description('Whether nothing changes, so the next run would be the same.')),
    search: v.pipe(v.nullable(search), v.description('State of the search of agor; null for other strategies.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
