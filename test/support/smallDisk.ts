/** Small real file systems, for tests of full disks. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Mounts a separate file system, which is gone after the test; undefined if this user may not mount one.
 * @param size as mount(8) takes it, such as `256k`
 */
export function smallDisk(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    // Lazily: a process that a failure left there keeps it busy.
    execFileSync('umount', ['-l', folder]);
  });
  return folder;
}

/** Gives such a file system more space. */
export function growDisk(folder: string, size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, folder]);
}
