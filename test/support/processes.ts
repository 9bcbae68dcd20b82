/** Processes of this machine, as far as /proc shows them. */
import { readdirSync, readlinkSync } from 'node:fs';

/** Numbers of the processes that work in a folder or below it: tests that run the same program see only their own. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const place = Number.isInteger(pid) && pid !== process.pid ? workingFolder(pid) : undefined;
      return place === folder || place?.startsWith(`${folder}/`) === true;
    });
}

/** Whether a process still runs; one that ended and was not collected by its parent yet does not. */
export function isRunning(pid: number): boolean {
  return workingFolder(pid) !== undefined;
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended meanwhile, or another person's.
    return undefined;
  }
}
