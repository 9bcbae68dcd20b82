import * as v from 'valibot';
import { MODES } from '../../../measurement/plan.js';
import { type ActionDeclaration, optional } from '../../language/declaration.js';
import { oneOf } from '../../language/words.js';
import { targetArgument } from '../common.js';

export const chooseDeclaration = {
  kind: 'choose',
  title: 'Choose between profile and trace',
  description:
    'Says what is kept of the next run: what a person wants; where nobody says it, a profile of the first run of the program on its target, and traces after it.',
  arguments: {
    target: targetArgument('the program runs on'),
    mode: optional(oneOf(MODES), 'Whether a profile or a trace is wanted.', 'what trimtab.yaml says, if it does'),
  },
  outputs: v.object({
    mode: v.pipe(v.picklist(MODES), v.description('Whether a profile or a trace is measured.')),
    follows: v.pipe(
      v.boolean(),
      v.description('Whether that is a trace, which nobody asked for, after a run whose calls were counted.'),
    ),
  }),
  keepsProject: true,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
