/** The change of a program that suits a finding. */
import type { Scenario } from '../../model/findings/prediction.js';
import type { WhatIfTarget } from '../commands/commandTable.js';

/**
 * Returns the change: the code that causes most of the waiting is balanced, else the innermost function of the program
 * is twice as fast. Undefined if the target names no function of the program.
 */
export function changeOf(target: WhatIfTarget): Scenario | undefined {
  if ('region' in target) return halved(target.region);
  const { callPath = [], rootCauses = [] } = target.finding ?? {};
  const cause = rootCauses.find((one) => one.callPath.at(-1)?.definition !== undefined);
  if (cause !== undefined) return { kind: 'balance', region: cause.region };
  const step = callPath.findLast(({ definition }) => definition !== undefined);
  return step === undefined ? undefined : halved(step.region);
}

const halved = (region: string): Scenario => ({ kind: 'scale', region, factor: 0.5 });
