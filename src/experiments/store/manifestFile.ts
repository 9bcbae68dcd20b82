/** Changing manifests: one process at a time, from what is on disk at that moment. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { formatManifest, MANIFEST, type Manifest } from './manifest.js';
import { take } from './owner.js';

/** Hidden, as everything in an experiment's folder that is no part of it. */
const LOCK = '.manifest.lock';
/** A change takes milliseconds; on slow network disks some more. In milliseconds. */
const PATIENCE = 20_000;
const PAUSE = 2;

const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Does something while no other process changes the manifest of an experiment. Changes are short, and so are waits.
 * @throws TrimtabError when another process holds the manifest for long, or the folder cannot be written
 */
function alone<T>(folder: string, work: () => T): T {
  const lock = join(folder, LOCK);
  for (const deadline = performance.now() + PATIENCE; !take(lock);) {
    if (performance.now() > deadline)
      throw new TrimtabError(`Another process is changing ${join(folder, MANIFEST)}; try again when it has ended.`);
    Atomics.wait(clock, 0, 0, PAUSE);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Changes the manifest in an experiment's folder.
 * @param change reads what it builds on itself, since that may have changed until this moment
 * @returns the manifest as it was written
 * @throws TrimtabError when it cannot be written; what `change` throws comes through
 */
export function changeManifest(folder: string, change: () => Manifest): Manifest {
  return alone(folder, () => {
    const manifest = change();
    writeAtomically(join(folder, MANIFEST), formatManifest(manifest));
    return manifest;
  });
}
