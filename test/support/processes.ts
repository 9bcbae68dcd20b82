/** Processes of this machine, as far as /proc shows them. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** Numbers of the processes that work in a folder or below it: tests that run the same program see only their own. */
export function processesIn(folder: string): number[] {
  return processes().filter((pid) => {
    const place = pid === process.pid ? undefined : workingFolder(pid);
    return place === folder || place?.startsWith(`${folder}/`) === true;
  });
}

/** Numbers of the processes whose arguments, the program first, fulfil a condition; of all groups unless one is given. */
export function processesWith(isWanted: (parts: readonly string[]) => boolean, group?: number): number[] {
  return processes().filter((pid) => (group === undefined || groupOf(pid) === group) && isWanted(argumentsOf(pid)));
}

/** Whether a process still runs; one that ended and was not collected by its parent yet does not. */
export function isRunning(pid: number): boolean {
  return workingFolder(pid) !== undefined;
}

/** A process's arguments, the program first; none when it is gone. */
function argumentsOf(pid: number): string[] {
  return (readOf(pid, 'cmdline') ?? '').split('\0');
}

function processes(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid));
}

/** The third field of stat(5) after the name in parentheses, which may hold anything. */
function groupOf(pid: number): number | undefined {
  const stat = readOf(pid, 'stat');
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

function readOf(pid: number, file: 'cmdline' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It ended between being listed and being read.
    return undefined;
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended meanwhile, or another person's.
    return undefined;
  }
}
