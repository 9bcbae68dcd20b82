import { realpath, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The path of a `file:` URI; undefined for documents that are not files. */
export function uriToPath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // A file URI of another host names no file here.
    return undefined;
  }
}

/** The one spelling of an existing file's path, links resolved; undefined when there is no such file. */
export async function existingFile(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isFile() ? real : undefined;
  } catch {
    // Absent or unreadable: either way it cannot be shown.
    return undefined;
  }
}
