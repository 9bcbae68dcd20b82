/** Copying where both folders are on one machine. */
import { chmodSync, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode, statOf } from '../../base/files/index.js';
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
    if (!copyFile(join(source, entry.path), one ? to : join(target, entry.path))) continue;
    files++;
    bytes += entry.bytes;
  }
  return { files, bytes };
}

/** Brings a folder to another place of this machine: renamed where one disk holds both, else copied and removed. */
export async function moveFolder(from: string, to: string, options: TransferOptions = {}): Promise<Transfer> {
  if (statOf(from)?.isDirectory() !== true) throw new TrimtabError(`${from} does not exist; there is nothing to move.`);
  const entries = await localFiles(from, options.ignore ?? []);
  if (!renamed(from, to)) {
    await copyFolder(from, to, options);
    removeFolder(from);
  }
  return { files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) };
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

/** @returns whether it had to be copied */
function copyFile(from: string, to: string): boolean {
  const source = statOf(from);
  if (!source?.isFile()) return false; // a link that leads nowhere, or to a folder
  const known = statOf(to);
  if (known?.size === source.size && Math.abs(known.mtimeMs - source.mtimeMs) < 1) return false;
  const part = `${to}.trimtab-part`;
  try {
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, part);
    chmodSync(part, lstatSync(from).mode & 0o777);
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
