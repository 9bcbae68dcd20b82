/** Reports whether dist/ was built from the current sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

const stamp = join(dist, '.built-from');

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

/** @param {string} hash of the sources before they were built */
export function markBuilt(hash) {
  writeFileSync(stamp, hash);
}

/** One number for everything that goes into the bundles, the way they are made included. */
export function sourcesHash() {
  const files = ['src', 'scripts'].flatMap((folder) => filesBelow(join(root, folder)));
  return hashFiles([...files, join(root, 'package-lock.json')]);
}

/** @param {readonly string[]} files */
export function hashFiles(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(file).update('\0').update(readFileSync(file)).update('\0');
  return sum.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]} in a fixed order
 */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}
