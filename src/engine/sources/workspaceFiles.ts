import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold no sources of the person's own. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '.trimtab', '.vscode', '.cache', '__pycache__']);
/** A workspace with more entries than this is searched only so far. */
const MAX_ENTRIES = 200_000;

/**
 * Finds the files of the given names (last path part) below the folders.
 * Links to folders are not followed, so the search ends. A folder that cannot be read counts as empty.
 * @returns absolute paths by file name
 */
export async function findByName(
  folders: readonly string[],
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const pending = [...folders];
  let entries = 0;
  for (let folder = pending.pop(); folder !== undefined && entries < MAX_ENTRIES; folder = pending.pop()) {
    for (const entry of await readable(folder)) {
      entries++;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) pending.push(path);
      } else if (names.has(entry.name)) {
        const known = found.get(entry.name);
        if (known === undefined) found.set(entry.name, [path]);
        else known.push(path);
      }
    }
  }
  return found;
}

async function readable(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // No permission, or gone meanwhile: nothing of the person's to find there.
    return [];
  }
}
