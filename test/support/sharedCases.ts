import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of small input files with known results, which people who clone the project do not have: TRIMTAB_CASES, or
 * ../shared/cases next to the checkout.
 * @returns undefined where it does not exist; the tests that need it are then skipped
 */
export function sharedCases(): string | undefined {
  const folder = process.env.TRIMTAB_CASES ?? path.resolve(import.meta.dirname, '../../../shared/cases');
  return existsSync(folder) ? folder : undefined;
}
