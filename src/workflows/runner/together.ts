/** Steps that can run in parallel without disturbing measurements. */
import { TrimtabError } from '../../base/problem.js';
import type { Names } from '../language/expression.js';
import { fillIn } from '../language/template.js';
import { type ActionStep, isGroup, type Step } from '../language/workflow.js';
import { actionOf } from '../reading/kinds.js';
import type { Surroundings } from '../steps/action.js';

/** Reports whether all steps, including nested ones, leave the project unchanged. */
export function keepProject(steps: readonly Step[]): boolean {
  return steps.every((step) => (isGroup(step) ? keepProject(step.steps) : actionOf(step.kind)?.keepsProject === true));
}

/** Returns the steps that submit jobs, including nested ones. */
function withJobs(steps: readonly Step[]): ActionStep[] {
  return steps.flatMap((step) =>
    isGroup(step) ? withJobs(step.steps) : actionOf(step.kind)?.handsInJobs === true ? [step] : [],
  );
}

/** Whether every job of some steps goes to a scheduler, which sees to it that jobs do not disturb each other. */
export function areScheduled(steps: readonly Step[], names: Names, surroundings: Surroundings): boolean {
  const all = withJobs(steps);
  return all.length > 0 && all.every((step) => isScheduled(step, names, surroundings));
}

function isScheduled(step: ActionStep, names: Names, { configuration, targetFor }: Surroundings): boolean {
  try {
    const wanted = fillIn(step.arguments.target ?? null, names);
    return targetFor(typeof wanted === 'string' ? wanted : configuration.target).isScheduled;
  } catch (error) {
    // A target that only an inner step will name, or that does not exist: the step reports it when it runs.
    if (error instanceof TrimtabError) return false;
    throw error;
  }
}
