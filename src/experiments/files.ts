import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { TrimtabError } from '../model/problem.js';

/** The code of a system error, such as ENOSPC; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What a path names; undefined when there is nothing, or nothing that may be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a file where a folder was expected, a forbidden folder, a name that cannot be one
  }
}

/** Turns a failed write into one sentence a person can act on. */
export function writeError(path: string, error: unknown): TrimtabError {
  const code = errorCode(error);
  const sentences: Record<string, string> = {
    ENOSPC: `There is no space left to write ${path}; free some space on that disk and run again.`,
    EDQUOT: `Your quota does not allow to write ${path}; free some space and run again.`,
    EFBIG: `${path} would exceed the allowed file size; raise the limit (ulimit -f) and run again.`,
    EACCES: `${path} may not be written; check the permissions of ${dirname(path)}.`,
    EPERM: `${path} may not be written; check the permissions of ${dirname(path)}.`,
    ENOENT: `${path} could not be written: there is no folder ${dirname(path)}.`,
    ENOTDIR: `${path} could not be written: ${dirname(path)} is no folder.`,
    EROFS: `${path} lies on a file system that is mounted read-only; work in a copy of the project.`,
  };
  const message =
    (code === undefined ? undefined : sentences[code]) ?? `${path} could not be written (${code ?? String(error)}).`;
  return new TrimtabError(message, { cause: error });
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What a file is to hold: text, bytes, or bytes that come piece by piece. */
export type FileContent = string | Uint8Array | Iterable<Uint8Array>;

function piecesOf(content: FileContent): Iterable<Uint8Array> {
  if (typeof content === 'string') return [Buffer.from(content, 'utf8')];
  return content instanceof Uint8Array ? [content] : content;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

/**
 * Writes a file so that after a crash at any moment either the old or the new content is there, whole.
 * @throws TrimtabError with one sentence when the disk is full or the file may not be written; what making the pieces
 *   throws comes through as it is
 */
export function writeAtomically(path: string, content: FileContent): void {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx');
    try {
      for (const piece of piecesOf(content)) writeAll(descriptor, piece);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    // The file system's errors have a code; whatever else comes here is not about writing.
    throw errorCode(error) === undefined ? error : writeError(path, error);
  }
}
