import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs something on a file of a temporary folder. */
export function withFile<T>(name: string, content: string | Uint8Array, run: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-bomb-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return run(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
