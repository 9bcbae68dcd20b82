/** One writer at a time, across processes; a lock of a terminated process is ignored. */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { take } from '../store/owner.js';

/**
 * Takes the lock, waiting while another process holds it.
 * @param patience how long to wait, in milliseconds
 * @returns what releases it; undefined when another process still holds it
 * @throws TrimtabError when the lock cannot be written
 */
export async function lock(path: string, patience: number): Promise<(() => void) | undefined> {
  for (const deadline = performance.now() + patience; ;) {
    if (take(path)) return () => rmSync(path, { force: true });
    if (performance.now() >= deadline) return undefined;
    await delay(20);
  }
}
