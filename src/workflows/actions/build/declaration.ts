import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../../language/declaration.js';
import { commands } from '../../language/words.js';
import { targetArgument } from '../common.js';

export const buildDeclaration = {
  kind: 'build',
  title: 'Build',
  description: 'Builds the program, instrumented, as trimtab.yaml says.',
  arguments: {
    target: targetArgument('it is built on'),
    command: optional(
      commands,
      'One command as a list, or several such lists; build.command of trimtab.yaml where it is left out.',
      'that of trimtab.yaml',
    ),
  },
  outputs: v.object({
    target: v.pipe(v.string(), v.description('Name of the target it was built on.')),
    compilers: v.pipe(v.array(v.string()), v.description('Compilers that were called.')),
    /** Builds of earlier versions have none. */
    draft: v.optional(
      v.pipe(v.string(), v.description('What was known before the build: a folder in that of the workflow run.')),
    ),
  }),
  stage: 'build',
  keepsProject: false,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
