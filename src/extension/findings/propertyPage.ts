import type { Finding } from '../../model/findings.js';
import { shippedProperties } from '../../properties/index.js';
import type { ChosenRow } from '../commands/commandTable.js';

/** The list of all pages, for when no property was chosen. */
export const overviewPage = 'README.md';

/**
 * The file below docs/properties that explains what was chosen. Names come from stored reports and imported profiles,
 * so only plain ones may name a file.
 * @returns undefined when the name can have no page
 */
export function pageOf(target: Finding | ChosenRow | undefined): string | undefined {
  const property = target?.property;
  if (property === undefined) return overviewPage;
  return /^[a-z][a-z0-9_]*$/.test(property) ? `${shippedProperties.pageOf(property)}.md` : undefined;
}
