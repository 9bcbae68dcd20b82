import { readdirSync, type Dirent } from 'node:fs';
import { errorCode } from './systemErrors.js';

/** Contents of a folder, sorted by name; empty if the folder cannot be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = errorCode(error);
    // Not ours to read, gone by now, or so deep that no path leads there.
    if (code === 'EACCES' || code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return [];
    throw error;
  }
}
