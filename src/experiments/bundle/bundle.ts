/** A few files as one: a gzipped tar archive, which every system can open. */
import { closeSync, fchmodSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BLOCK, fitsTar, readTarHeader, tarEnd, tarHeader, tarPadding } from '../../base/tar/header.js';
import { TrimtabError } from '../../base/problem.js';
import type { Bytes } from '../../base/units.js';
import {
  errorCode,
  isPlainPath,
  makeUnlinkedParents,
  openToReplace,
  readBytes,
  writeAtomically,
  writeError,
} from '../../base/files/index.js';

/** Limits of a bundle: larger contents are data rather than a program's text. */
export const LIMITS = { file: 4 << 20, all: 64 << 20, files: 5000 } as const;

/** Bytes of the archive with all that it may hold. */
const LARGEST_ARCHIVE = LIMITS.all + LIMITS.files * 2 * BLOCK + 2 * BLOCK;

export interface Bundled {
  readonly files: number;
  /** Of the files, unpacked. */
  readonly bytes: Bytes;
  /** Omitted paths: too large, no regular files, unreadable, or beyond the limit of the whole. */
  readonly omitted: readonly string[];
}

/** A file to be packed; undefined when it is none that is kept. */
function content(path: string): { bytes: Buffer; executable: boolean } | undefined {
  try {
    const facts = lstatSync(path);
    if (!facts.isFile() || facts.size > LIMITS.file) return undefined;
    return { bytes: readBytes(path, { limit: LIMITS.file }), executable: (facts.mode & 0o100) !== 0 };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined; // gone since it was listed, or unreadable
  }
}

/**
 * Packs files into one.
 * @param folder what the paths are relative to
 * @param target where to write; not written when no file is left
 * @throws TrimtabError when it cannot be written
 */
export function writeBundle(folder: string, paths: readonly string[], target: string): Bundled {
  const pieces: Uint8Array[] = [];
  const omitted: string[] = [];
  let [files, bytes] = [0, 0];
  for (const path of [...paths].sort()) {
    const file = files < LIMITS.files && fitsTar(path) ? content(join(folder, path)) : undefined;
    if (file === undefined || bytes + file.bytes.length > LIMITS.all) {
      omitted.push(path);
      continue;
    }
    pieces.push(tarHeader(path, file.bytes.length, file.executable), file.bytes, tarPadding(file.bytes.length));
    files++;
    bytes += file.bytes.length;
  }
  if (files > 0) writeAtomically(target, gzipSync(Buffer.concat([...pieces, tarEnd()])));
  return { files, bytes, omitted };
}

function damaged(path: string, reason: string, cause?: unknown): TrimtabError {
  return new TrimtabError(`The bundle of files ${path} is damaged: ${reason}.`, { cause });
}

/**
 * Unpacks what writeBundle wrote.
 * @returns the paths, relative to the folder
 * @throws TrimtabError when it is damaged, would write outside the folder, or cannot be written
 */
export function readBundle(path: string, folder: string): string[] {
  let archive: Uint8Array;
  try {
    archive = gunzipSync(readBytes(path, { limit: LARGEST_ARCHIVE }), { maxOutputLength: LARGEST_ARCHIVE });
  } catch (error) {
    throw damaged(path, 'it cannot be unpacked', error);
  }
  const written: string[] = [];
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const block = archive.subarray(at, at + BLOCK);
    const entry = readTarHeader(block);
    if (entry?.intact !== true) throw damaged(path, 'a header is wrong');
    if (!entry.regular) throw damaged(path, 'it holds something other than files');
    const { path: name, size, executable } = entry;
    at += BLOCK;
    if (at + size > archive.length) throw damaged(path, 'it ends too early');
    if (!isPlainPath(name)) throw damaged(path, 'it holds a file outside its folder');
    writeFile(folder, name, archive.subarray(at, at + size), executable);
    written.push(name);
    at += size + tarPadding(size).length;
  }
  return written;
}

/** Not through links: the folder may hold some of a repository. */
function writeFile(folder: string, name: string, bytes: Uint8Array, executable: boolean): void {
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    makeUnlinkedParents(folder, name);
    const descriptor = openToReplace(path);
    try {
      writeFileSync(descriptor, bytes);
      if (executable) fchmodSync(descriptor, 0o755);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw errorCode(error) === undefined ? error : writeError(path, error);
  }
}
