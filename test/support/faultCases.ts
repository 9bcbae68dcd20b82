import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Small invented inputs for kinds of faults, with exact right results, which people who clone the project do not have: in
 * `cases` beside the conformance data (TRIMTAB_CONFORMANCE_DATA, or ../shared/data beside the checkout).
 * @returns undefined, after saying so, when they are not there; the tests that need them are then skipped
 */
export function faultCases(): string | undefined {
  const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
  const folder = path.join(path.dirname(data), 'cases');
  if (existsSync(folder)) return folder;
  console.warn(`Skipped: the cases ${folder} are not there.`);
  return undefined;
}
