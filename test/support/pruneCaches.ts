/** Before all tests: programs that no run has used for two weeks go from the cache. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programCache } from './caches.js';

const KEPT_MS = 14 * 24 * 3_600_000;

export function setup(): void {
  if (!existsSync(programCache)) return;
  for (const name of readdirSync(programCache)) {
    const path = join(programCache, name);
    const state = statSync(path, { throwIfNoEntry: false });
    if (state !== undefined && Date.now() - state.mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
