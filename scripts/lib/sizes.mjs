/** Weighs the bundles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pages } from './bundles.mjs';
import { activationLimit, dist, pageLimit } from './layout.mjs';
import { compiledFiles } from './compiledFiles.mjs';

/** @type {ReadonlyMap<string, number>} limits in bytes after gzip */
const limits = new Map([
  ['extension.cjs', activationLimit],
  ...pages.map((page) => /** @type {const} */ ([`webviews/${page}.js`, pageLimit])),
]);
const names = new Set([
  ...limits.keys(),
  'engine.cjs',
  'analysisWorker.cjs',
  'comparisonWorker.cjs',
  'measurementWorker.cjs',
  'propertyWorker.cjs',
  'cli.cjs',
  ...compiledFiles,
]);

/**
 * Prints each bundle's size and reports whether those with a limit keep it.
 * @returns {boolean} false when one is too heavy or has not been built
 */
export function checkSizes() {
  let good = true;
  for (const name of names) {
    const file = join(dist, name);
    if (!existsSync(file)) {
      console.log(`${name}: not built`);
      good &&= !limits.has(name);
      continue;
    }
    const bytes = readFileSync(file);
    const packed = gzipSync(bytes, { level: 9 }).length;
    const limit = limits.get(name);
    const heavy = limit !== undefined && packed > limit;
    if (heavy) good = false;
    const said = limit === undefined ? '' : ` (limit ${kilobytes(limit)}${heavy ? ': TOO HEAVY' : ''})`;
    console.log(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(packed)} gzipped${said}`);
  }
  return good;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
