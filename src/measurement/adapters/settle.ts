/** A plan as a measurement system of the site can carry it out. */
import { TrimtabError } from '../../base/problem.js';
import type { MeasurementPlan } from '../plan.js';
import { NO_SELECTION, selectsFunctions } from '../selection/planned.js';
import { systemOf } from './index.js';
import { modeFault } from './settings.js';

/**
 * Returns the plan with the output of its system; unchanged if the probe measures.
 * @param isModeConfigured whether the user chose the recording mode of the run
 * @throws TrimtabError if its system does not support the plan
 */
export function withSystem(plan: MeasurementPlan, isModeConfigured: boolean): MeasurementPlan {
  if (plan.system === undefined) return plan;
  const { title, modes, filter } = systemOf(plan.system);
  const [usual = plan.mode] = modes;
  const mode = isModeConfigured ? plan.mode : usual;
  const fault = modeFault(plan.system, mode);
  if (fault !== undefined) throw new TrimtabError(`A ${mode} cannot be measured with ${title}: ${fault}.`);
  const { selection, leftOutFunctions, leftOutFiles } = plan;
  const parts = leftOutFunctions.length + leftOutFiles.length;
  const hasRules = selection.files.length > 0 || selectsFunctions(selection);
  const isTooMuch = filter === undefined ? hasRules : Object.keys(selection.switched).length > 0;
  if (parts > 0 || isTooMuch)
    throw new TrimtabError(
      `${title} cannot exclude ${parts > 0 ? 'functions by parts of names' : filter === undefined ? 'functions' : 'groups of functions'}; ` +
        `remove ${parts > 0 ? 'leaveOut' : filter === undefined ? 'selection' : 'groups'} from trimtab.yaml, or "with: ${plan.system}" to measure with Trimtab's own probe.`,
    );
  // Marked lines are compiled in by the probe's own assembler.
  return { ...plan, mode, ranges: [], selection: filter === undefined ? NO_SELECTION : selection };
}
