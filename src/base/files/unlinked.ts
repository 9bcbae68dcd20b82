/**
 * Untrusted paths below a folder of the user: followed only if each folder on the way is a real one. A symbolic link
 * would give the author of the path access to all files of the user.
 */
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { lstatOf } from './read.js';
import { errorCode, writeError } from './systemErrors.js';

/** Whether a relative path with "/" consists of plain names: nothing in it leads up, to the root or to another disk. */
export function isPlainPath(path: string): boolean {
  if (path.includes('\0') || (sep === '\\' && /[\\:]/.test(path))) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/** The folders above a relative path, outermost first. */
function parentsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}

/**
 * As lstatOf, of a path below a folder.
 * @param path see isPlainPath
 * @returns undefined also where a folder on the way is a link or none
 */
export function unlinkedStat(folder: string, path: string): Stats | undefined {
  if (!isPlainPath(path)) return undefined;
  const isReached = parentsOf(path).every((parent) => lstatOf(join(folder, parent))?.isDirectory() === true);
  return isReached ? lstatOf(join(folder, path)) : undefined;
}

/**
 * Makes the folders above a path that are missing.
 * @param folder exists already; it may be reached by links
 * @param path see isPlainPath
 * @throws TrimtabError where one of them is a link or no folder, or cannot be made
 */
export function makeUnlinkedParents(folder: string, path: string): void {
  for (const parent of parentsOf(path)) makeUnlinked(join(folder, parent));
}

function makeUnlinked(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw writeError(path, error);
  }
  const facts = lstatSync(path);
  if (facts.isDirectory()) return;
  const code = facts.isSymbolicLink() ? 'ELOOP' : 'EEXIST';
  throw writeError(path, Object.assign(new Error(`${path} is no folder`), { code }));
}
