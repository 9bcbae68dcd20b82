/** Schema of a workflow file, made of the declarations of the kinds of steps. */
import * as v from 'valibot';
import { record, strictObject } from '../../base/schemas.js';
import { type Arguments, optional, type StepDeclaration, withDefault } from './declaration.js';
import { expression, name, nameText, plainText, seconds, text, wholeNumber } from './words.js';

/** Arguments of every step in addition to its kind. */
export const commonArguments = {
  id: optional(name, 'Name by which later steps refer to this one; by default, its kind.', 'as its kind'),
  title: optional(text, 'Title of the step.', 'as its kind'),
  when: optional(expression, 'The step is skipped if this expression is not true.', 'always'),
};
/** Additional arguments of actions. */
export const actionArguments = {
  retries: withDefault(
    wholeNumber(0, 100),
    0,
    'Number of retries after a failure (not for steps that contain others).',
  ),
  timeout: optional(
    seconds,
    'Seconds after which the step is stopped (not for steps that contain others).',
    'seconds, no limit',
  ),
};

/** Returns the schema of arguments as written, below the key of a kind or next to it. */
export function writtenArguments(declared: Arguments): v.GenericSchema<unknown, object> {
  return strictObject(argumentEntries(declared));
}

/** The steps of a workflow or a group; each is checked separately, at its position. */
const stepList = v.pipe(v.array(v.unknown(), 'write a list of steps'), v.minLength(1, 'write at least one step'));

/** Like writtenArguments, for a group: with its steps, which are checked separately. */
export function writtenGroup({ arguments: declared }: Pick<StepDeclaration, 'arguments'>) {
  return strictObject({ ...argumentEntries(declared), steps: stepList });
}

function argumentEntries(declared: Arguments): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, { written, needed }]) => [key, needed ? written : v.optional(written)]),
  );
}

export const workflowSchema = strictObject({
  version: v.pipe(v.literal(1, 'write 1'), v.description('The version of this format.')),
  name: v.pipe(plainText, v.minLength(1, 'write a name'), v.description('Name of the workflow, for people.')),
  description: v.optional(v.pipe(plainText, v.description('Its purpose, in a sentence or two.')), ''),
  inputs: v.optional(
    v.pipe(
      record(nameText, v.unknown()),
      v.description('Inputs with their default values; steps refer to them as ${{ inputs.<name> }}.'),
    ),
    {},
  ),
  steps: stepList,
});
