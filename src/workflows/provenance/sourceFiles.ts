/** Finding the files that patterns such as `src/**` + `/*.c` name. */
import { join } from 'node:path';
import { entriesOf } from '../../base/files/index.js';
import { globPattern } from '../../base/glob/globPattern.js';

/** Folders that hold no sources of the program. */
const SKIPPED = new Set(['.git', '.trimtab', 'node_modules', '.svn', '.hg']);
const MOST_FILES = 2000;
const MOST_FOLDERS = 5000;

/**
 * Files below `folder` that any of the patterns names, as absolute paths. Symbolic links are not followed.
 * Stops at 2000 files.
 */
export function findSources(folder: string, patterns: readonly string[]): string[] {
  const tests = patterns.map((pattern) => globPattern(pattern.replace(/^\.\//, '')));
  const found: string[] = [];
  const pending = [''];
  for (let visited = 0; visited < MOST_FOLDERS && found.length < MOST_FILES; visited++) {
    const inside = pending.shift();
    if (inside === undefined) break;
    for (const entry of entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path);
      else if (entry.isFile() && tests.some((fits) => fits(path))) found.push(join(folder, path));
    }
  }
  return found.slice(0, MOST_FILES);
}
