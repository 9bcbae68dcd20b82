/** The key of this user, outside all workspaces: no folder from outside can put anything there. */
import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, readText } from '../../base/files/index.js';
import { userStateFolder } from '../../base/processes/userState.js';

const KEY = 'key';
const KEY_BYTES = 32;

/** Keys that were read, by their folder. */
const known = new Map<string, Buffer>();

/**
 * This user's key, made when there is none.
 * @returns undefined where none can be kept, as in a home folder without space: then nothing can be sealed
 */
export function userKey(folder: string = userStateFolder()): Buffer | undefined {
  const found = known.get(folder) ?? readOrMakeKey(folder);
  if (found !== undefined) known.set(folder, found);
  return found;
}

function readOrMakeKey(folder: string): Buffer | undefined {
  const path = join(folder, KEY);
  try {
    const kept = readKey(path);
    if (kept !== undefined) return kept;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    makeKey(path);
    return readKey(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined; // no folder, no permission, no space
  }
}

/**
 * Reads the key in a file that no other user can read or write; undefined if there is none, or it is no longer private.
 */
function readKey(path: string): Buffer | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  const shared = process.platform !== 'win32' && (facts.uid !== process.getuid?.() || (facts.mode & 0o077) !== 0);
  const key =
    facts.isFile() && !shared ? Buffer.from(readText(path, { limit: 4096, within: null }).trim(), 'hex') : undefined;
  if (key?.length === KEY_BYTES) return key;
  rmSync(path, { force: true });
  return undefined;
}

/** Makes the file whole or not at all; of several processes, the first one's key stays. */
function makeKey(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return;
      renameSync(draft, path); // a file system without hard links
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
