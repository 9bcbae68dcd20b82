/** Workflow inputs from `--set`. */
import { yamlValue } from '../../base/yaml.js';
import { readInput } from '../../base/typedValues.js';
import { unknownInput } from '../../workflows/language/givenInputs.js';
import type { Value, ValueRecord } from '../../base/value.js';
import type { AvailableWorkflow } from '../../workflows/reading/library.js';
import type { Settings } from '../arguments/workflow.js';
import { UsageError } from '../arguments/usageError.js';

/**
 * Reads settings as values of the kinds that the inputs of a workflow have.
 * @throws UsageError when the workflow has no such input, or a text is no value of its kind
 */
export function readSettings(workflow: AvailableWorkflow, settings: Settings): ValueRecord {
  // The error in its file is reported at the start, and is more important.
  if (workflow.problem !== undefined) return {};
  const unknown = unknownInput(workflow, Object.keys(settings));
  if (unknown !== undefined) throw new UsageError(unknown);
  return Object.fromEntries(
    Object.entries(settings).map(([name, text]): [string, Value] => {
      const typed = readInput(text, workflow.inputs[name] ?? null, yamlValue);
      if ('value' in typed) return [name, typed.value];
      throw new UsageError(`The input "${name}" cannot be "${text}". ${typed.problem}`);
    }),
  );
}
