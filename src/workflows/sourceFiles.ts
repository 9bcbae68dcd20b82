/** Finding the files that patterns such as `src/**` + `/*.c` name. */
import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../experiments/index.js';

/** Folders that hold no sources of the program. */
const SKIPPED = new Set(['.git', '.trimtab', 'node_modules', '.svn', '.hg']);
const MOST_FILES = 2000;
const MOST_FOLDERS = 5000;

/** A pattern as a regular expression over paths with `/`. Knows `**`, `*`, `?` and `{a,b}`. */
export function globPattern(pattern: string): RegExp {
  let expression = '';
  let depth = 0;
  for (let i = 0; i < pattern.length; i++) {
    const rest = pattern.slice(i);
    const character = pattern.charAt(i);
    if (rest.startsWith('**/')) {
      expression += '(?:[^/]+/)*';
      i += 2;
    } else if (rest.startsWith('**')) {
      expression += '.*';
      i += 1;
    } else if (character === '*') expression += '[^/]*';
    else if (character === '?') expression += '[^/]';
    else if (character === '{' && rest.includes('}')) {
      expression += '(?:';
      depth++;
    } else if (character === '}' && depth > 0) {
      expression += ')';
      depth--;
    } else if (character === ',' && depth > 0) expression += '|';
    else expression += character.replace(/[.+^$()|[\]\\{}]/g, '\\$&');
  }
  return new RegExp(`^${expression}${')'.repeat(depth)}$`);
}

/**
 * Files below `folder` that any of the patterns names, as absolute paths. Symbolic links are not followed.
 * Stops at 2000 files.
 */
export function findSources(folder: string, patterns: readonly string[]): string[] {
  const expressions = patterns.map((pattern) => globPattern(pattern.replace(/^\.\//, '')));
  const found: string[] = [];
  const pending = [''];
  for (let visited = 0; visited < MOST_FOLDERS && found.length < MOST_FILES; visited++) {
    const inside = pending.shift();
    if (inside === undefined) break;
    for (const entry of entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) pending.push(path);
      else if (entry.isFile() && expressions.some((expression) => expression.test(path)))
        found.push(join(folder, path));
    }
  }
  return found.slice(0, MOST_FILES);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'ENOENT' || code === 'ENOTDIR') return []; // not ours to read, or gone by now
    throw error;
  }
}
