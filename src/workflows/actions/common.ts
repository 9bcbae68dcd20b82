/** Arguments that several actions have. */
import { optional } from '../language/declaration.js';
import { earlierStep, text, variables } from '../language/words.js';

/** The target a step works on. @param what it does there */
export const targetArgument = (what: string) =>
  optional(text, `The target ${what}; that of trimtab.yaml where it is left out.`, 'that of trimtab.yaml');

/** The run step an action is about. @param what is done with it */
export const ofArgument = (what: string) =>
  optional(earlierStep, `The run step whose ${what}; the latest one before where it is left out.`, 'the latest run');

/** Variables of the environment. @param whose they are */
export const environmentArgument = (description: string) => optional(variables, description, '{ OMP_NUM_THREADS: 4 }');
