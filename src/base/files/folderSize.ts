import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '../units.js';
import { lstatOf } from './read.js';

/** All bytes of the files in a folder; what cannot be read counts as nothing, links are not followed. */
export function folderSize(folder: string): Bytes {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0; // gone meanwhile, or forbidden
  }
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += folderSize(path);
    else if (entry.isFile()) bytes += lstatOf(path)?.size ?? 0;
  }
  return bytes;
}
