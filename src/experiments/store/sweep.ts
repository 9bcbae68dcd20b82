/** Leftovers of processes that were killed while they created, changed or deleted an experiment. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lstatOf, TEMPORARY } from '../../base/files/index.js';
import { isOwned } from './owner.js';

/** So old is what no living process will go on with; a folder is claimed, a file renamed within moments. Milliseconds. */
const OLD = 60 * 60_000;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing there, or nothing to look at: nothing to sweep
  }
}

function isOld(path: string, now: number): boolean {
  const facts = lstatOf(path);
  return facts !== undefined && now - facts.mtimeMs > OLD;
}

function remove(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false; // it is not ours to remove, or its disk refuses: it is found again the next time
  }
}

/**
 * Removes folders of experiments that were being deleted, those that never became one, and files that were not written
 * to their end.
 * @param folder that holds the experiments
 * @returns the paths that were removed
 */
export function sweepLeftovers(folder: string, now = Date.now()): string[] {
  const left = namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('.deleted-')) return [path];
    if (name.startsWith('.new-')) return isOld(path, now) && !isOwned(path) ? [path] : [];
    const files = name.startsWith('.') ? [path] : namesIn(path).map((inside) => join(path, inside));
    return files.filter((file) => TEMPORARY.test(basename(file)) && isOld(file, now));
  });
  const beside = join(folder, '..');
  const temporary = namesIn(beside)
    .filter((name) => TEMPORARY.test(name))
    .map((name) => join(beside, name));
  return [...left, ...temporary.filter((path) => isOld(path, now))].filter(remove);
}
