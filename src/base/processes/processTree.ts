/**
 * Stops everything that a command started. A command runs as leader of a separate session. Launchers such as mpirun put
 * each rank into a separate process group, but none leaves the session, so the whole session is stopped.
 */
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readText } from '../files/index.js';

/** The system's files about a process hold one line. */
const PROC = { limit: 64 << 10, within: null };

/** The session a process belongs to, from `/proc/<pid>/stat`; undefined when it is gone or the system has no /proc. */
function sessionOf(pid: number): number | undefined {
  let stat: string;
  try {
    stat = readText(`/proc/${pid}/stat`, PROC);
  } catch {
    return undefined; // it ended while we were looking
  }
  // The second field is the command name in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  return state === 'Z' ? undefined : Number(fields[3]);
}

/** Processes of the session led by `leader` that still run. Empty where the system has no /proc. */
export function sessionMembers(leader: number): number[] {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return [];
  }
  return entries
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => sessionOf(pid) === leader);
}

/** Sends a signal; returns false if the process does not exist. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // already gone: the aim is reached
  }
}

/**
 * Asks what the leader started to end. Ranks are asked before their launcher: mpirun, asked first, now and then kills
 * one of them before it could save what it has.
 * @returns whether there was anybody to ask
 */
export function terminateChildren(leader: number): boolean {
  const children = sessionMembers(leader).filter((pid) => pid !== leader);
  for (const pid of children) send(pid, 'SIGTERM');
  return children.length > 0;
}

/** Asks the leader's process group to end. */
export function terminateGroup(leader: number): void {
  send(-leader, 'SIGTERM');
}

/** Ends the leader's process group and whatever else is left of its session, at once. */
export function killSession(leader: number): void {
  // If members can be looked up, nothing else is signaled: the leader's number may belong to an unrelated process by
  // now.
  if (!existsSync('/proc/self/stat')) send(-leader, 'SIGKILL');
  for (const pid of sessionMembers(leader)) send(pid, 'SIGKILL');
}

/** As killSession, and waits until the processes are gone; a kill takes effect a little later. */
export async function emptySession(leader: number): Promise<void> {
  killSession(leader);
  // Bounded: a process stuck in the kernel (a dead file server) may outlive any signal.
  for (let i = 0; i < 100 && sessionMembers(leader).length > 0; i++) {
    await delay(20);
    killSession(leader);
  }
}
