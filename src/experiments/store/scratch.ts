/** Hidden folders next to the experiments, for temporary data while an experiment is created. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, PRIVATE, writeError } from '../../base/files/index.js';
import { claim, isOwned } from './owner.js';

const PREFIX = '.scratch-';

/**
 * Makes a folder that is this process's own from its first moment on.
 * @param folder the experiments' folder
 * @throws TrimtabError when it cannot be written
 */
export function makeScratch(folder: string): string {
  const name = randomBytes(6).toString('hex');
  const place = join(folder, `.new-${name}`);
  const scratch = join(folder, `${PREFIX}${name}`);
  try {
    mkdirSync(place, PRIVATE.folder);
    claim(place);
    renameSync(place, scratch);
  } catch (error) {
    throw writeError(folder, error);
  }
  return scratch;
}

/** Absolute paths of folders whose process is gone. @param folder the experiments' folder */
export function abandonedScratches(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => join(folder, name))
      .filter((path) => !isOwned(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw writeError(folder, error);
  }
}
