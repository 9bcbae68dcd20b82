/**
 * Reads files from untrusted sources: in a workspace, an archive, a profile. Only regular files are read, without
 * waiting (FIFOs, devices), up to a limit, and without following links out of the opened folder.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname, sep } from 'node:path';
import { isInside } from './inside.js';
import { readError, UnreadableFile } from './systemErrors.js';

/** Rules for reading. */
export interface ReadRule {
  /** Bytes beyond which the file is refused. */
  readonly limit: number;
  /**
   * Folder that must contain the file when links are resolved: its own folder if omitted; null if the user named the
   * file.
   */
  readonly within?: string | null;
}

/** A text that belongs to a person's project: sources, makefiles. Links within projects may lead anywhere in them. */
export const PROJECT_TEXT: ReadRule = { limit: 16 << 20, within: null };

/** A regular file that is open for reading; the caller closes the descriptor. */
export interface OpenFile {
  readonly descriptor: number;
  /** Of the open file, whatever happens to its name. */
  readonly facts: Stats;
}

/** Flags that Windows does not define count as zero. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/** The same where the path must be no link. */
const UNLINKED = FLAGS | constants.O_NOFOLLOW;

/** Reports whether a path is in a folder when links are resolved; false if one of them does not exist. */
export function liesIn(folder: string, path: string): boolean {
  try {
    return isInside(realpathSync.native(folder), realpathSync.native(path));
  } catch {
    return false; // not there, or not to be looked at
  }
}

/** The path to open: without links where these must not lead out of a folder. */
function realPath(path: string, within: string): string {
  const real = realpathSync.native(path);
  const folder = realpathSync.native(within);
  if (isInside(folder, real)) return real;
  throw new UnreadableFile('OUTSIDE', path, `it is a link out of ${within}; put the file itself there`);
}

function checkKind(path: string, facts: Stats): void {
  if (facts.isFile()) return;
  throw new UnreadableFile('NOT_A_FILE', path, facts.isDirectory() ? 'it is a folder' : 'it is no regular file');
}

/**
 * Opens a regular file without waiting.
 * @param within see ReadRule
 * @throws UnreadableFile
 */
export function openRegular(path: string, within: string | null = dirname(path)): OpenFile {
  try {
    const real = within === null ? path : realPath(path, within);
    return openKnown(path, real, statSync(real), within === null ? FLAGS : UNLINKED);
  } catch (error) {
    throw readError(path, error);
  }
}

/**
 * Opens the file that was checked.
 * @param path as the caller names it
 * @param real the resolved path
 * @param before its former state
 */
function openKnown(path: string, real: string, before: Stats, flags: number): OpenFile {
  // Before it is opened, since opening alone makes some devices act; and again, since it may be exchanged meanwhile.
  checkKind(path, before);
  const descriptor = openSync(real, flags);
  try {
    const facts = fstatSync(descriptor);
    checkKind(path, facts);
    return { descriptor, facts };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * A folder of which many files are opened. Its links are resolved once, and for each file only the folder's identity is
 * checked. Results are those of `openRegular`.
 */
export class FileFolder {
  /** Undefined if the folder does not exist or is inaccessible. */
  private readonly known: { readonly real: string; readonly facts: Stats } | undefined;

  constructor(private readonly path: string) {
    try {
      const real = realpathSync.native(path);
      this.known = { real, facts: lstatSync(real) };
    } catch {
      this.known = undefined; // Each file reports why it cannot be opened.
    }
  }

  /**
   * Opens a regular file in the folder, without waiting.
   * @param name of the file, without folders
   * @throws UnreadableFile
   */
  open(name: string): OpenFile {
    const path = `${this.path}${sep}${name}`;
    const folder = this.present();
    if (folder === undefined) return openRegular(path, this.path);
    const real = `${folder}${sep}${name}`;
    const facts = lstatOf(real);
    // A link may lead to another file of the folder.
    if (facts === undefined || facts.isSymbolicLink()) return openRegular(path, this.path);
    try {
      return openKnown(path, real, facts, UNLINKED);
    } catch (error) {
      throw readError(path, error);
    }
  }

  /** The folder without links; undefined where another one has taken its place. */
  private present(): string | undefined {
    if (this.known === undefined) return undefined;
    const { real, facts } = this.known;
    const now = lstatOf(real);
    return now?.dev === facts.dev && now.ino === facts.ino ? real : undefined;
  }
}

function tooLarge(path: string, bytes: number, limit: number): UnreadableFile {
  return new UnreadableFile('TOO_LARGE', path, `it has ${bytes} bytes or more, and at most ${limit} are read`);
}

/** Reads until the end, or beyond the limit: files of /proc have no size, others may grow. */
function readAll(path: string, descriptor: number, expected: number, limit: number): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(limit, expected) + 1);
  for (let length = 0; ;) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += count;
    if (length > limit) throw tooLarge(path, length, limit);
    if (count === 0) return bytes.subarray(0, length);
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit + 1, Math.max(4096, 2 * length)));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
  }
}

/** A file's bytes. @throws UnreadableFile */
export function readBytes(path: string, { limit, within }: ReadRule): Buffer {
  const { descriptor, facts } = openRegular(path, within);
  try {
    if (facts.size > limit) throw tooLarge(path, facts.size, limit);
    return readAll(path, descriptor, facts.size, limit);
  } catch (error) {
    throw readError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** The first bytes of a file, at most so many. @throws UnreadableFile */
export function readHead(path: string, most: number): Buffer {
  return readPart(path, 0, most);
}

/** The bytes of a file from an offset on, at most so many; none behind its end. @throws UnreadableFile */
export function readPart(path: string, offset: number, most: number): Buffer {
  const { descriptor } = openRegular(path);
  try {
    const bytes = Buffer.alloc(most);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, most, offset));
  } catch (error) {
    throw readError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** A file's text, as UTF-8. @throws UnreadableFile */
export function readText(path: string, rule: ReadRule): string {
  return readBytes(path, rule).toString('utf8');
}

/** Returns the state of a path; undefined if it does not exist, or is inaccessible. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a file where a folder was expected, a forbidden folder, a name that cannot be one
  }
}

/** As statOf, of a link itself. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // as above
  }
}

/** Whether there is a regular file. Follows links: what it holds is for `readBytes` to judge. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}
