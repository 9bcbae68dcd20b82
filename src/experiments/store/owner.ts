/**
 * Owner of a folder or a file: a small file that distinguishes the work of a living process from leftovers of a dead
 * one. It is created exclusively, so only one of several processes gets it.
 */
import { present } from '../../base/present.js';
import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode, lstatOf, PRIVATE, readText, writeAtomically, writeError } from '../../base/files/index.js';

const OWNER = 'running.json';
/** An owner on another machine, whose processes cannot be looked at, is believed for so long. In milliseconds. */
const FOREIGN_LIFE = 10 * 60_000;
/** So long a file without its content may be one that is just being written. In milliseconds. */
const BIRTH = 5_000;
/** By so much the clocks of machines with a common disk may differ; dates from further in the future are not believed. In milliseconds. */
const CLOCK_DIFFERENCE = 60_000;

let believesForeign = true;

/**
 * Sets whether to trust owners of folders that this process cannot check, on other machines or of other users. Disabled
 * in an untrusted workspace, where the contents may be forged.
 */
export function believeForeignOwners(believe: boolean): void {
  believesForeign = believe;
}

/** Bytes; both this file and the system's of a process hold one line. */
const LARGEST = 64 << 10;

/** Unique identification of a process. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  /** See startOf; absent on systems that do not provide it. */
  readonly start?: string;
}

/** Returns when a process began, in clock ticks since boot: distinguishes it from a later one with the same number. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readText(`/proc/${pid}/stat`, { limit: LARGEST, within: null });
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined; // no such process, or no /proc on this system
  }
}

/** Whether there is such a process, and whether it is one of this user. */
function lifeOf(pid: number): 'own' | 'foreign' | 'none' {
  try {
    process.kill(pid, 0);
    return 'own';
  } catch (error) {
    return errorCode(error) === 'EPERM' ? 'foreign' : 'none';
  }
}

function thisProcess(): Owner {
  const start = startOf(process.pid);
  return { host: hostname(), pid: process.pid, ...present({ start }) };
}

function readOwner(path: string): Owner | undefined {
  let data: unknown;
  try {
    data = JSON.parse(readText(path, { limit: LARGEST }));
  } catch {
    return undefined; // gone, or cut off by a crash
  }
  if (typeof data !== 'object' || data === null || !('pid' in data) || !Number.isSafeInteger(data.pid))
    return undefined;
  if (typeof data.pid !== 'number' || data.pid <= 0) return undefined; // a group of processes, or all of them
  const host = 'host' in data && typeof data.host === 'string' ? data.host : hostname();
  const start = 'start' in data && typeof data.start === 'string' ? { start: data.start } : {};
  return { host, pid: data.pid, ...start };
}

/** Age of a file in milliseconds; undefined when there is none. */
function ageOf(path: string): number | undefined {
  const facts = lstatOf(path);
  return facts === undefined ? undefined : Date.now() - facts.mtimeMs;
}

/** Whether there is a file, whose maker is still at it or has left it. */
type Held = 'held' | 'left' | 'not there';

/**
 * Whether the process that made the file at `path` is still at it.
 * @param foreign whether owners that this process cannot look at are believed
 */
function heldState(path: string, foreign: boolean): Held {
  const age = ageOf(path);
  if (age === undefined) return 'not there';
  const younger = (limit: number): boolean => age <= limit && age >= -CLOCK_DIFFERENCE;
  const state = (isHeld: boolean): Held => (isHeld ? 'held' : 'left');
  const owner = readOwner(path);
  if (owner === undefined) return state(younger(BIRTH));
  if (owner.host !== hostname()) return state(foreign && younger(FOREIGN_LIFE));
  const life = lifeOf(owner.pid);
  // If the system provides start times of processes, an owner without one was not written by Trimtab.
  return state((life === 'own' || (life === 'foreign' && foreign)) && owner.start === startOf(owner.pid));
}

/** Takes the file of a process that is gone away. Moved first, so that only one of several takers gets it. */
function clear(path: string): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
    // Another process may have acquired it between the check and the move: then it keeps it.
    if (heldState(aside, true) === 'held') linkSync(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Makes the file at `path` this process's own.
 * @returns whether it is; not when another process, or this one, holds it already
 * @throws TrimtabError when it cannot be written
 */
export function take(path: string): boolean {
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(thisProcess()), { flag: 'wx', mode: PRIVATE.file });
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw writeError(path, error);
    }
    const state = heldState(path, true);
    if (state === 'held') return false;
    // A lock released meanwhile may now belong to another process: only stale ones are moved out of the way.
    if (state === 'left') clear(path);
  }
}

/** Marks `folder` as being written by this process; the caller ensures that no other process writes it. */
export function claim(folder: string): void {
  writeAtomically(join(folder, OWNER), JSON.stringify(thisProcess()));
}

/** As claim, where others may want to write there too. @returns whether it is this process's own now */
export function claimAlone(folder: string): boolean {
  return take(join(folder, OWNER));
}

/** Shows other machines that this process is still at it; needed more often than they believe it. */
export function confirm(folder: string): void {
  const now = new Date();
  try {
    utimesSync(join(folder, OWNER), now, now);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw writeError(folder, error); // released meanwhile
  }
}

/** Ends the claim of this process; that of another one stays. */
export function release(folder: string): void {
  const owner = readOwner(join(folder, OWNER));
  const self = thisProcess();
  if (owner !== undefined && (owner.host !== self.host || owner.pid !== self.pid)) return;
  rmSync(join(folder, OWNER), { force: true });
}

/** Whether the process that writes in `folder` still runs. */
export function isOwned(folder: string): boolean {
  return heldState(join(folder, OWNER), believesForeign) === 'held';
}
