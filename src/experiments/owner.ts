/** Who writes an experiment at the moment: a small file that tells a running experiment from one whose engine died. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './files.js';

const OWNER = 'running.json';

/** When a process began, in clock ticks since boot: tells it from a later one with the same number. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined; // no such process, or no /proc on this system
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process that began then still runs. @param start as startOf gave it; any process of the number otherwise */
export function isRunning(pid: number, start: unknown): boolean {
  return isAlive(pid) && (start === undefined || start === startOf(pid));
}

/** Marks the experiment in `folder` as being written by this process. */
export function claim(folder: string): void {
  const start = startOf(process.pid);
  writeAtomically(join(folder, OWNER), JSON.stringify({ pid: process.pid, ...(start === undefined ? {} : { start }) }));
}

export function release(folder: string): void {
  rmSync(join(folder, OWNER), { force: true });
}

/** Whether the process that writes the experiment in `folder` still runs. */
export function isOwned(folder: string): boolean {
  let owner: unknown;
  try {
    owner = JSON.parse(readFileSync(join(folder, OWNER), 'utf8'));
  } catch {
    return false; // no owner file, or one cut off by a crash: nobody writes here
  }
  if (typeof owner !== 'object' || owner === null || !('pid' in owner) || typeof owner.pid !== 'number') return false;
  return isRunning(owner.pid, 'start' in owner ? owner.start : undefined);
}
