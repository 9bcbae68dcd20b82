/** The change of a program that suits a finding. */
import type { Finding } from '../../model/findings/findings.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { WhatIfTarget } from '../commands/commandTable.js';

type SuitedFinding = Pick<Finding, 'property' | 'callPath' | 'rootCauses' | 'gain'>;

/**
 * Returns the change with the largest predicted gain, if the analysis predicted it. Else the code that causes most of the
 * waiting is balanced, or the innermost function of the program is twice as fast. Undefined if the target names no
 * function of the program.
 * @param findings of the shown run, worst first
 */
export function changeOf(target: WhatIfTarget, findings: readonly SuitedFinding[]): Scenario | undefined {
  if ('region' in target) return halved(target.region);
  const { finding = findings.find(({ property }) => property === target.property) } = target;
  const { callPath = [], rootCauses = [], gain } = finding ?? {};
  if (gain !== undefined) return gain.scenario;
  const cause = rootCauses.find((one) => one.callPath.at(-1)?.definition !== undefined);
  if (cause !== undefined) return { kind: 'balance', region: cause.region };
  const step = callPath.findLast(({ definition }) => definition !== undefined);
  return step === undefined ? undefined : halved(step.region);
}

const halved = (region: string): Scenario => ({ kind: 'scale', region, factor: 0.5 });
