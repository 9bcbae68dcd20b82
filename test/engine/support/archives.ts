import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * The public performance data, if this machine has it: TRIMTAB_CONFORMANCE_DATA or ../shared/data next to the checkout.
 */
const DATA = process.env.TRIMTAB_CONFORMANCE_DATA ?? join(ROOT, '..', 'shared', 'data');

/** Returns an archive of the public data; undefined, with a message, if it does not exist. */
export function publicArchive(name: string): string | undefined {
  const path = join(DATA, 'otf2', name);
  if (existsSync(path)) return path;
  console.warn(`${path} is not there: tests that read it are skipped (set TRIMTAB_CONFORMANCE_DATA).`);
  return undefined;
}

/** The recorded run of an example of this project. */
export function exampleArchive(example: string): string {
  return join(ROOT, 'examples', example, 'recorded');
}
