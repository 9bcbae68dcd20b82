/** Writing so that a crash leaves the old or the new content, and so that only the person sees what Trimtab keeps. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readBytes, statOf } from './read.js';
import { errorCode, UnreadableFile, writeError } from './systemErrors.js';

/** Bits of what only the person may read and change. */
export const PRIVATE = { file: 0o600, folder: 0o700 } as const;
/** Bits that a file has where the person's umask decides. */
const AS_UMASK = 0o666;
/** How files are opened for writing that must not be links or FIFOs. */
const UNLINKED = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Content of a file: text, bytes, or bytes in pieces. */
export type FileContent = string | Uint8Array | Iterable<Uint8Array>;

function piecesOf(content: FileContent): Iterable<Uint8Array> {
  if (typeof content === 'string') return [Buffer.from(content, 'utf8')];
  return content instanceof Uint8Array ? [content] : content;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}

/** How names of files begin and end that `writeAtomically` has not renamed yet. */
export const TEMPORARY = /^\.[0-9a-f]{12}\.tmp$/;

function replace(path: string, content: FileContent, mode: number, exact: boolean): void {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx', mode);
    try {
      if (exact) fchmodSync(descriptor, mode);
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

/**
 * Writes one of Trimtab's files, which only the user may read. After a crash at any moment either the old or the new
 * content is complete.
 * @throws TrimtabError with one sentence when the disk is full or the file may not be written; errors while making the
 * pieces pass unchanged
 */
export function writeAtomically(path: string, content: FileContent): void {
  replace(path, content, PRIVATE.file, true);
}

/** As writeAtomically, for a file that a person asked for: it has the permissions it had, or those of any new file. */
export function writeForPerson(path: string, content: FileContent): void {
  const old = statOf(path);
  if (old?.isFile() === true) replace(path, content, old.mode & 0o777, true);
  else replace(path, content, AS_UMASK, false);
}

/** Takes a file that something else wrote away from everybody but the person. @throws TrimtabError when it cannot be */
export function keepPrivate(path: string): void {
  try {
    chmodSync(path, PRIVATE.file);
  } catch (error) {
    throw writeError(path, error);
  }
}

/**
 * Makes a private copy of a regular file.
 * @returns whether there is one: not of what cannot be read, is larger than `limit` bytes, or is gone
 * @throws TrimtabError when it cannot be written
 */
export function copyPrivately(from: string, to: string, limit: number): boolean {
  let bytes: Uint8Array;
  try {
    bytes = readBytes(from, { limit, within: null });
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
  makePrivateFolder(dirname(to));
  writeAtomically(to, bytes);
  return true;
}

/**
 * Opens a file of Trimtab's own to add to its end; not through a link.
 * @returns the descriptor @throws the file system's error
 */
export function openToAppend(path: string): number {
  return openSync(path, UNLINKED | constants.O_APPEND, PRIVATE.file);
}

/** Opens a file to replace its content; not through a link. @returns the descriptor @throws the file system's error */
export function openToReplace(path: string): number {
  return openSync(path, UNLINKED | constants.O_TRUNC, AS_UMASK);
}

/**
 * Creates one of Trimtab's folders, and missing parents, so that only the user may access it. An existing one with
 * wider permissions is restricted if it belongs to the user.
 * @throws TrimtabError when it cannot be created
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE.folder });
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, PRIVATE.folder);
  } catch (error) {
    throw writeError(path, error);
  }
}
