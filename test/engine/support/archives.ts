import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The public performance data, where this machine has it: TRIMTAB_CONFORMANCE_DATA or ../shared/data beside the checkout. */
const DATA = process.env.TRIMTAB_CONFORMANCE_DATA ?? join(ROOT, '..', 'shared', 'data');

/** An archive of the public data; undefined, and said so, when it is not there. */
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
