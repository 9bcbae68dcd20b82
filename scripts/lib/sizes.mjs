/** Weighs the bundles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { activationLimit, dist } from './layout.mjs';

const names = ['extension.cjs', 'engine.cjs', 'analysisWorker.cjs', 'cli.cjs'];

/**
 * Prints each bundle's weight and says whether the activation bundle keeps its limit.
 * @returns {boolean} false when it is too heavy or has not been built
 */
export function checkSizes() {
  let good = true;
  for (const name of names) {
    const file = join(dist, name);
    if (!existsSync(file)) {
      console.log(`${name}: not built`);
      good &&= name !== 'extension.cjs';
      continue;
    }
    const bytes = readFileSync(file);
    const packed = gzipSync(bytes, { level: 9 }).length;
    const heavy = name === 'extension.cjs' && packed > activationLimit;
    if (heavy) good = false;
    const limit = name === 'extension.cjs' ? ` (limit ${kilobytes(activationLimit)}${heavy ? ': TOO HEAVY' : ''})` : '';
    console.log(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(packed)} gzipped${limit}`);
  }
  return good;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
