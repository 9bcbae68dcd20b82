import { plainLine } from '../../base/plainText.js';
import { shippedProperties } from '../../properties/index.js';
import type { Told } from './fields.js';

/**
 * What a property means and what to try: in Trimtab's words where it is one of Trimtab's; else what was stored, which
 * others wrote, as such.
 */
export function meaningFields(stored: {
  readonly property: string;
  readonly explanation: string;
  readonly advice: string;
}): Told {
  const { finding } = shippedProperties.get(stored.property) ?? {};
  return finding === undefined
    ? { storedExplanation: plainLine(stored.explanation), storedAdvice: plainLine(stored.advice) }
    : { explanation: finding.explanation, advice: finding.advice };
}
