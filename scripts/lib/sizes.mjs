/** Weighs the bundles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pages, programNames } from './bundles.mjs';
import { activationLimit, analysisStartLimit, dist, pageLimit, startLimit } from './layout.mjs';
import { compiledFiles } from './compiledFiles.mjs';

/** @type {ReadonlyMap<string, number>} limits in bytes after gzip */
const limits = new Map([
  ['extension.cjs', activationLimit],
  ...pages.map((page) => /** @type {const} */ ([`webviews/${page}.js`, pageLimit])),
]);
const names = new Set([...limits.keys(), ...compiledFiles]);

/** @type {ReadonlyMap<string, number>} limits in bytes of what a program loads before it does anything */
const startLimits = new Map([
  ['cli', startLimit],
  ['analysisWorker', analysisStartLimit],
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
    const bytes = name.endsWith('.cjs') ? Buffer.from([...loadedBy(name).values()].join('')) : readFileSync(file);
    const packed = gzipSync(bytes, { level: 9 }).length;
    const limit = limits.get(name);
    const heavy = limit !== undefined && packed > limit;
    if (heavy) good = false;
    const said = limit === undefined ? '' : ` (limit ${kilobytes(limit)}${heavy ? ': TOO HEAVY' : ''})`;
    console.log(`${name}: ${kilobytes(bytes.length)}, ${kilobytes(packed)} gzipped${said}`);
  }
  for (const name of programNames) good = checkStart(name) && good;
  return good;
}

/**
 * Prints the bytes of a program that are compiled whenever it starts.
 * @param {string} name
 */
function checkStart(name) {
  if (!existsSync(join(dist, `${name}.cjs`))) {
    console.log(`${name}: not built`);
    return false;
  }
  const parts = loadedBy(`${name}.cjs`);
  const bytes = [...parts.values()].reduce((sum, code) => sum + code.length, 0);
  const limit = startLimits.get(name);
  const heavy = limit !== undefined && bytes > limit;
  const suffix = limit === undefined ? '' : ` (limit ${kilobytes(limit)}${heavy ? ': TOO HEAVY' : ''})`;
  console.log(`${name}: starts with ${kilobytes(bytes)} in ${parts.size} parts${suffix}`);
  return !heavy;
}

/**
 * A program and the parts that it loads at once, with their code.
 * @param {string} name
 * @param {Map<string, string>} parts
 */
function loadedBy(name, parts = new Map()) {
  const code = readFileSync(join(dist, name), 'utf8');
  parts.set(name, code);
  for (const [, part = ''] of code.matchAll(/\$req\("\.\/(\w+-\w+\.cjs)"\)/g))
    if (!parts.has(part)) loadedBy(part, parts);
  return parts;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
