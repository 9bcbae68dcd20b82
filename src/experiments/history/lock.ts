/** One writer at a time, across processes; a lock of a process that is gone holds nobody up. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, writeError } from '../files.js';
import { isRunning, startOf } from '../owner.js';

/** A lock of another machine, whose processes cannot be looked at, is believed for so long. In milliseconds. */
const FOREIGN_LIFE = 10 * 60_000;

interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly start?: string;
}

function readHolder(path: string): Holder | undefined {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // gone, or cut off by a crash
  }
  if (typeof data !== 'object' || data === null) return undefined;
  if (!('host' in data) || typeof data.host !== 'string' || !('pid' in data) || typeof data.pid !== 'number')
    return undefined;
  const start = 'start' in data && typeof data.start === 'string' ? { start: data.start } : {};
  return { host: data.host, pid: data.pid, ...start };
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0; // gone: whoever held it has just finished
  }
}

function isAbandoned(path: string): boolean {
  const holder = readHolder(path);
  if (holder === undefined) return ageOf(path) > 5_000;
  if (holder.host !== hostname()) return ageOf(path) > FOREIGN_LIFE;
  return !isRunning(holder.pid, holder.start);
}

/** Takes an abandoned lock away. Moved first, so that only one of several takers gets it. */
function clear(path: string): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
    // Somebody may have taken the lock anew between our look and the move: it is theirs.
    if (!isAbandoned(aside)) linkSync(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes the lock, waiting while another process holds it.
 * @param patience how long to wait, in milliseconds
 * @returns what releases it; undefined when another process still holds it
 * @throws TrimtabError when the lock cannot be written
 */
export async function lock(path: string, patience: number): Promise<(() => void) | undefined> {
  const start = startOf(process.pid);
  const text = JSON.stringify({ host: hostname(), pid: process.pid, ...(start === undefined ? {} : { start }) });
  for (const deadline = performance.now() + patience; ;) {
    try {
      writeFileSync(path, text, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw writeError(path, error);
    }
    if (isAbandoned(path)) clear(path);
    else if (performance.now() >= deadline) return undefined;
    else await delay(20);
  }
}
