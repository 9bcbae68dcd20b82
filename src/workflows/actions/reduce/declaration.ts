import * as v from 'valibot';
import { type Adaptation, ADAPTATIONS } from '../../../measurement/adaptation/adapt.js';
import { TAKES } from '../../../measurement/selection/model.js';
import { type ActionDeclaration, needed, optional } from '../../language/declaration.js';
import { text } from '../../language/words.js';

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
  title: 'Reduce what is measured',
  description:
    'From a run whose calls were counted, says which functions later runs measure, by a strategy: those after this step do, without being built anew.',
  arguments: {
    strategy: needed(
      text,
      'tor leaves out functions whose recording takes more than 5 % of their time, por those of which that much stays after compensation (Oleynik 2014, 4.3), rules those that the default rule of tau_reduce names, rules:FILE those of a file; agor measures only what the analysis asks for, from the top of the call tree down; nothing leaves all out but where the program begins.',
      'tor',
    ),
    experiment: optional(text, 'The run that is looked at.', 'the latest one that was analysed before'),
  },
  first: { strategy: 'tor' },
  outputs: v.object({
    strategy: v.pipe(v.string(), v.description('The strategy.')),
    experiment: v.pipe(v.string(), v.description('The run that was looked at.')),
    rules: v.pipe(ruleList, v.description('Rules for functions, of this round and those before.')),
    leftOut: names('Functions that this round leaves out.'),
    isDone: v.pipe(v.boolean(), v.description('Whether there is nothing new, so that the next run would be the same.')),
    search: v.pipe(v.nullable(search), v.description('How far the search of agor is; null for others.')),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;

/** The strategy that a text names, with the file of its rules. @returns undefined for what names none */
export function strategyIn(name: string): { readonly by: Adaptation; readonly file?: string } | undefined {
  if (name.startsWith('rules:') && name.length > 6) return { by: 'rules', file: name.slice(6) };
  const by = ADAPTATIONS.find((known) => known === name);
  return by === undefined ? undefined : { by };
}
