/** Search for projects with separate experiment stores below a workspace folder. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that contain no programs. */
const SKIPPED = new Set(['node_modules', '__pycache__']);
const DEEPEST = 5;
const MOST_FOLDERS = 2000;

/**
 * Folders below one (without itself) that have a `.trimtab` folder, nearest first. Links are not followed, hidden folders
 * not entered. Looks five folders deep and into 2000 folders at most.
 * @returns absolute paths
 */
export function projectsBelow(root: string): string[] {
  const found: string[] = [];
  let level = [root];
  let looked = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level.slice(0, MOST_FOLDERS - looked)) {
      const folders = foldersIn(folder);
      if (depth > 0 && folders.includes('.trimtab')) found.push(folder);
      below.push(
        ...folders.filter((name) => !name.startsWith('.') && !SKIPPED.has(name)).map((name) => join(folder, name)),
      );
    }
    looked += level.length;
    level = below;
  }
  return found;
}

function foldersIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone meanwhile, or not ours to read: there is nothing of the person's own to find
  }
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
