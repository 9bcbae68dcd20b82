/** Copying where both folders are on one machine. */
import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode, lstatOf, makeUnlinkedParents, statOf, unlinkedStat } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Transfer, TransferOptions } from '../target.js';
import { localFiles } from './listing.js';

/** Copies what differs in size or time. Nothing when both are the same folder. */
export async function copyFolder(from: string, to: string, options: TransferOptions = {}): Promise<Transfer> {
  if (resolve(from) === resolve(to)) return { files: 0, bytes: 0 };
  const found = statOf(from);
  if (found === undefined) throw new TrimtabError(`${from} does not exist; there is nothing to copy.`);
  const one = !found.isDirectory();
  const entries = one ? [{ path: basename(from), bytes: found.size }] : await localFiles(from, options.ignore ?? []);
  const [source, target] = one ? [dirname(from), dirname(to)] : [from, to];
  let [files, bytes] = [0, 0];
  for (const entry of entries) {
    if (options.signal?.aborted === true) throw new CancelledError();
    if (!copyFile(join(source, entry.path), target, one ? basename(to) : entry.path)) continue;
    files++;
    bytes += entry.bytes;
  }
  return { files, bytes };
}

/** Brings a folder to another place of this machine: renamed where one disk holds both, else copied and removed. */
export async function moveFolder(from: string, to: string, options: TransferOptions = {}): Promise<Transfer> {
  if (statOf(from)?.isDirectory() !== true) throw new TrimtabError(`${from} does not exist; there is nothing to move.`);
  const entries = await localFiles(from, options.ignore ?? []);
  const regular = entries.filter(({ path }) => lstatOf(join(from, path))?.isFile() === true);
  if (renamed(from, to)) removeIrregular(to);
  else {
    await copyFolder(from, to, options);
    removeFolder(from);
  }
  return { files: regular.length, bytes: regular.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Links, FIFOs, sockets and devices are no results: as from any other target, only regular files come along. */
function removeIrregular(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeIrregular(path);
    else if (!entry.isFile()) rmSync(path, { force: true });
  }
}

/** @returns false where it has to be copied: to another disk, or into a folder that holds something already */
function renamed(from: string, to: string): boolean {
  try {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['EXDEV', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) return false;
    throw new TrimtabError(`${from} could not be moved to ${to} (${errorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}

/** Renamed first: a removal that is interrupted leaves nothing that looks like a folder with something missing. */
function removeFolder(folder: string): void {
  const doomed = `${folder}.taken`;
  try {
    rmSync(doomed, { recursive: true, force: true });
    renameSync(folder, doomed);
    rmSync(doomed, { recursive: true });
  } catch (error) {
    throw new TrimtabError(
      `${folder} was copied but could not be removed (${errorCode(error) ?? String(error)}); remove it by hand.`,
      { cause: error },
    );
  }
}

/**
 * Copies a regular file, not through links.
 * @param path of the destination, below its folder
 * @returns whether it had to be copied
 */
function copyFile(from: string, folder: string, path: string): boolean {
  const source = lstatOf(from);
  if (source?.isFile() !== true) return false; // a link, a FIFO, or gone
  const known = unlinkedStat(folder, path);
  if (known?.isFile() === true && known.size === source.size && Math.abs(known.mtimeMs - source.mtimeMs) < 1)
    return false;
  const to = join(folder, path);
  const part = `${to}.trimtab-part`;
  mkdirSync(folder, { recursive: true });
  makeUnlinkedParents(folder, path);
  try {
    rmSync(part, { force: true });
    copyFileSync(from, part, constants.COPYFILE_EXCL);
    chmodSync(part, source.mode & 0o777);
    utimesSync(part, source.atimeMs / 1000, source.mtimeMs / 1000);
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { force: true });
    throw new TrimtabError(`${from} could not be copied to ${to} (${errorCode(error) ?? String(error)}).`, {
      cause: error,
    });
  }
  return true;
}
