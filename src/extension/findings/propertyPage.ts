import type { ChosenRow } from '../commands/commandTable.js';

/** The list of all pages, for when no property was chosen. */
export const overviewPage = 'overview.md';

/**
 * The file below src/properties that explains what was chosen. Names come from stored reports and imported profiles,
 * so only plain ones may name a file.
 * @returns undefined when the name can have no page
 */
export function pageOf(target: ChosenRow | undefined): string | undefined {
  const page = target?.page ?? target?.property;
  if (page === undefined) return overviewPage;
  return /^[a-z][a-z0-9_]*$/.test(page) ? `${page}/${page}.md` : undefined;
}
