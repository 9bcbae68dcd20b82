/** CPU time of the processes that this one started and waited for, theirs included. */
import { existsSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, the same on all Linux systems. */
const TICKS_PER_SECOND = 100;

/** @returns {{ user: number, system: number } | undefined} seconds; undefined where the system does not count them */
export function childrensCpuSeconds() {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  // The name, in parentheses, may hold anything. Fields 16 and 17 of proc(5) follow as the 14th and 15th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(13, 15).map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  return user === undefined || system === undefined ? undefined : { user, system };
}
