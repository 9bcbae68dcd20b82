/** Arguments that several actions have. */
import { optional } from '../language/declaration.js';
import { earlierStep, text, variables } from '../language/words.js';

/** The target a step works on. @param what it does there */
export const targetArgument = (what: string) =>
  optional(text, `The target ${what}; by default, that of trimtab.yaml.`, 'that of trimtab.yaml');

/** The run step an action is about. @param what is done with it */
export const ofArgument = (what: string) =>
  optional(earlierStep, `The run step whose ${what}; by default, the latest one before this step.`, 'the latest run');

/** Variables of the environment. @param whose they are */
export const environmentArgument = (description: string) => optional(variables, description, '{ OMP_NUM_THREADS: 4 }');
