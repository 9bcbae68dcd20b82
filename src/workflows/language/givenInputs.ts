/** Inputs that a workflow is given: whether it has them, and can begin with them. */
import { nearestWord } from '../../model/text/nearest.js';
import { isLike } from '../../base/typedValues.js';
import { type ValueRecord, valueText } from '../../base/value.js';
import type { Workflow } from './workflow.js';

/** Returns the error in the names of a workflow's given inputs, as a sentence; undefined if all exist. */
export function unknownInput(
  { name, inputs }: Pick<Workflow, 'name' | 'inputs'>,
  given: readonly string[],
): string | undefined {
  const unknown = given.find((input) => !Object.hasOwn(inputs, input));
  if (unknown === undefined) return undefined;
  const names = Object.keys(inputs);
  const meant = nearestWord(unknown, names);
  const has = names.length === 0 ? 'it has none.' : `it has: ${names.join(', ')}.`;
  return `The workflow "${name}" has no input "${unknown}"; ${meant === undefined ? has : `did you mean "${meant}"?`}`;
}

/** Why a workflow cannot begin with these values for its inputs, as a sentence; undefined when it can. */
export function inputsProblem(workflow: Pick<Workflow, 'name' | 'inputs'>, given: ValueRecord): string | undefined {
  const { name, inputs } = workflow;
  const unknown = unknownInput(workflow, Object.keys(given));
  if (unknown !== undefined) return unknown;
  for (const [input, value] of Object.entries(given)) {
    const initial = inputs[input] ?? null;
    if (!isLike(value, initial))
      return `The input "${input}" of the workflow "${name}" cannot be ${valueText(value)}; give a value such as ${valueText(initial)}.`;
  }
  return undefined;
}
