import * as v from 'valibot';
import { MODES } from '../../measurement/plan.js';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import { oneOf } from '../language/words.js';
import { targetArgument } from './arguments.js';

export const chooseDeclaration = {
  kind: 'choose',
  title: 'Choose between profile and trace',
  description:
    'Selects what the next run records: the requested mode; by default, a profile in the first run of the program on a target, and a trace in later runs.',
  arguments: {
    target: targetArgument('the program runs on'),
    mode: optional(oneOf(MODES), 'The requested mode: a profile or a trace.', 'that of trimtab.yaml, if set'),
  },
  outputs: v.object({
    mode: v.pipe(v.picklist(MODES), v.description('Whether a profile or a trace is measured.')),
    follows: v.pipe(
      v.boolean(),
      v.description('Whether it is a trace by default, after a run whose calls were counted.'),
    ),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
