import { plainLine } from '../../base/plainText.js';
import { shippedProperties } from '../../properties/index.js';
import type { Told } from './fields.js';

/**
 * Returns the meaning of a property and its advice: Trimtab's text for a built-in property, else the stored text,
 * marked as external.
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
