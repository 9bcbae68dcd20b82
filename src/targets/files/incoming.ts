/**
 * Files that a target sends. A target may be hostile or broken: its files arrive in a fresh folder, and only regular
 * files that were asked for are moved to their destination, through real folders only.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { errorCode, makeUnlinkedParents, PRIVATE, unlinkedStat, writeError } from '../../base/files/index.js';
import type { Transfer } from '../target.js';
import type { FileEntry } from './listing.js';

/** Names shown of the files that did not arrive. */
const MOST_SHOWN = 3;

/** A fresh folder below the destination, so that moving is renaming. */
export class Incoming {
  readonly folder: string;

  /** @throws TrimtabError when it cannot be made */
  constructor(private readonly destination: string) {
    try {
      mkdirSync(destination, { recursive: true });
      this.folder = mkdtempSync(join(destination, '.trimtab-incoming-'));
      chmodSync(this.folder, PRIVATE.folder);
    } catch (error) {
      throw writeError(destination, error);
    }
  }

  /**
   * Moves the files that arrived to their destination.
   * @returns those that did not arrive as regular files
   * @throws TrimtabError when one cannot be written, or a link is in its way
   */
  adopt(files: readonly FileEntry[]): FileEntry[] {
    const names = new Map<string, number>();
    openFolder(Buffer.from(this.folder), names);
    return files.filter(({ path }) => !this.adoptFile(path, names));
  }

  private adoptFile(path: string, names: ReadonlyMap<string, number>): boolean {
    const facts = unlinkedStat(this.folder, path);
    // A file with further names outside of this folder is one of this machine, not one that was sent.
    if (facts?.isFile() !== true || facts.nlink > (names.get(identityOf(facts)) ?? 0)) return false;
    makeUnlinkedParents(this.destination, path);
    const [from, to] = [join(this.folder, path), join(this.destination, path)];
    try {
      chmodSync(from, (facts.mode & 0o777) | PRIVATE.file);
      renameSync(from, to);
      return true;
    } catch (error) {
      throw writeError(to, error);
    }
  }

  /** Removes the folder with everything that was not moved. */
  remove(): void {
    try {
      rmSync(this.folder, { recursive: true, force: true });
    } catch {
      // The target nested folders too deeply to be removed; none of it is used.
    }
  }
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

/**
 * Makes all folders accessible, as far as no link leads, and counts the names of each file. Names as bytes: not all of
 * them are text. Entries that are nested too deeply to be examined were not requested.
 */
function openFolder(folder: Buffer, names: Map<string, number>): void {
  try {
    chmodSync(folder, PRIVATE.folder);
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from(sep), name]);
      const facts = lstatSync(path);
      if (facts.isDirectory()) openFolder(path, names);
      else names.set(identityOf(facts), (names.get(identityOf(facts)) ?? 0) + 1);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENAMETOOLONG') throw writeError(folder.toString(), error);
  }
}

/** Whether a regular file of the listed size is in a folder already. */
export function isHere(folder: string, { path, bytes }: FileEntry): boolean {
  const facts = unlinkedStat(folder, path);
  return facts?.isFile() === true && facts.size === bytes;
}

/**
 * The remark of a transfer about files that did not arrive as regular files; nothing where all did.
 * @param from where they are, such as `cluster:/scratch/job`
 */
export function remarkOn(missing: readonly FileEntry[], from: string): Pick<Transfer, 'remark'> {
  if (missing.length === 0) return {};
  const shown = missing.slice(0, MOST_SHOWN).map(({ path }) => JSON.stringify(path));
  const rest = missing.length - shown.length;
  const list = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
  const kind = missing.length === 1 ? 'it is no regular file' : 'they are no regular files';
  return {
    remark: `Not fetched from ${from}: ${list}, because ${kind} (any more). The other files were fetched; check the folder there.`,
  };
}
