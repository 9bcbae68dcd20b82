import * as v from 'valibot';
import { type ActionDeclaration, optional } from '../language/declaration.js';
import { texts } from '../language/words.js';
import { environmentArgument } from './arguments.js';

export const instrumentDeclaration = {
  kind: 'instrument',
  title: 'Choose what is measured',
  description: 'Chooses what later builds and runs measure.',
  arguments: {
    exclude: optional(
      texts,
      'Functions that later builds exclude, such as short ones that are called often (Wolf 2003, 4.7.1).',
      '[small_function]',
    ),
    environment: environmentArgument(
      'Variables of later builds and runs; those of the probe control what is measured.',
    ),
  },
  outputs: v.object({
    exclude: v.pipe(v.array(v.string()), v.description('Functions that are excluded.')),
    environment: v.pipe(v.record(v.string(), v.string()), v.description('Variables of later builds and runs.')),
  }),
  keepsProject: false,
  handsInJobs: false,
  afterCrash: 'again',
  printsResult: false,
} as const satisfies ActionDeclaration;
