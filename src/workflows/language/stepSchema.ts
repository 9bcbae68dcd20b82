/** What may stand in a workflow file, made of what the kinds of steps declare. */
import * as v from 'valibot';
import type { Arguments, StepDeclaration } from './declaration.js';
import { expressionText, nameText, plainText } from './words.js';

const duration = v.pipe(v.number('write a number of seconds'), v.finite(), v.minValue(1, 'write at least 1 second'));
/** The steps of a workflow or a group; each is checked by itself, at its place. */
const stepList = v.pipe(v.array(v.unknown(), 'write a list of steps'), v.minLength(1, 'write at least one step'));

/** What every step may have beside its kind. */
export const commonEntries = {
  id: v.optional(nameText),
  title: v.optional(plainText),
  when: v.optional(expressionText),
};
/** What steps that do something may have beside that. */
export const actionEntries = {
  retries: v.optional(
    v.pipe(v.number('write a whole number'), v.integer('write a whole number'), v.minValue(0), v.maxValue(100)),
  ),
  timeout: v.optional(duration),
};

/** Arguments as they may be written, below the key of a kind. */
export function writtenArguments({
  arguments: declared,
}: Pick<StepDeclaration, 'arguments'>): v.GenericSchema<unknown, object> {
  return v.strictObject(argumentEntries(declared));
}

/** As writtenArguments, for a group: with its steps, which are checked by themselves. */
export function writtenGroup({ arguments: declared }: Pick<StepDeclaration, 'arguments'>) {
  return v.strictObject({ ...argumentEntries(declared), steps: stepList });
}

function argumentEntries(declared: Arguments): Record<string, v.GenericSchema> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, { written, needed }]) => [name, needed ? written : v.optional(written)]),
  );
}

export const workflowSchema = v.strictObject({
  version: v.literal(1, 'write 1'),
  name: v.pipe(plainText, v.minLength(1, 'write a name')),
  description: v.optional(plainText, ''),
  inputs: v.optional(v.record(nameText, v.unknown()), {}),
  steps: stepList,
});
