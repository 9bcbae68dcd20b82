import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import { commands } from '../language/words.js';
import { targetArgument } from './arguments.js';

export const buildDeclaration = {
  kind: 'build',
  title: 'Build',
  description: 'Builds the instrumented program as described in trimtab.yaml.',
  arguments: {
    target: targetArgument('it is built on'),
    command: optional(
      commands,
      'One command as a list, or several such lists; by default, build.command of trimtab.yaml.',
      'that of trimtab.yaml',
    ),
  },
  outputs: v.object({
    target: v.pipe(v.string(), v.description('Name of the target it was built on.')),
    compilers: v.pipe(v.array(v.string()), v.description('Compilers that the build called.')),
    /** Builds of earlier versions have none. */
    draft: v.optional(
      v.pipe(v.string(), v.description('Folder of data from before the build, in the folder of the workflow run.')),
    ),
  }),
  stage: 'build',
  keepsProject: false,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
