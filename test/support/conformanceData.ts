import { existsSync } from 'node:fs';
import path from 'node:path';

const said = new Set<string>();

/**
 * A folder of public traces with reference values, which people who clone the project do not have: below
 * TRIMTAB_CONFORMANCE_DATA, or below ../shared/data beside the checkout.
 * @returns undefined, after saying so, when it is not there; the tests that need it are then skipped
 */
export function conformanceData(name: string): string | undefined {
  const root = process.env.TRIMTAB_CONFORMANCE_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
  const folder = path.join(root, name);
  if (existsSync(folder)) return folder;
  if (!said.has(folder))
    console.warn(`Skipped: the conformance data ${folder} is not there (set TRIMTAB_CONFORMANCE_DATA).`);
  said.add(folder);
  return undefined;
}
