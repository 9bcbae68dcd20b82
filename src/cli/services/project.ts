import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIGURATION } from '../../workflows/configuration/fileName.js';

/**
 * The project that is meant in a folder: the nearest one at or above it, which has a `trimtab.yaml` or experiments; the
 * folder itself when there is none.
 */
export function projectFor(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if ([CONFIGURATION, join('.trimtab', 'experiments')].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return folder;
  }
}
