/** From a workflow to the text of a file: the opposite of parsing. */
import { stringify } from 'yaml';
import { isGroup, type Step, type Workflow } from '../../../src/workflows/language/workflow.js';

type Plain = Record<string, unknown>;

/** A workflow as a file; reading that file gives the same workflow again, apart from the lines of its steps. */
export function printWorkflow({ name, description, inputs, steps }: Workflow): string {
  const whole: Plain = {
    version: 1,
    name,
    ...(description === '' ? {} : { description }),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
    steps: steps.map(plainStep),
  };
  return stringify(whole, { aliasDuplicateObjects: false, lineWidth: 0 });
}

function plainStep(step: Step): Plain {
  const { id, kind, title, when } = step;
  const common: Plain = { id, title, ...(when === undefined ? {} : { when }) };
  if (isGroup(step)) {
    return {
      ...common,
      [kind]: { ...step.arguments, steps: step.steps.map(plainStep) },
    };
  }
  return {
    ...common,
    [kind]: step.arguments,
    ...(step.retries === 0 ? {} : { retries: step.retries }),
    ...(step.timeout === undefined ? {} : { timeout: step.timeout }),
  };
}
