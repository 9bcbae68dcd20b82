/** Compiled code that bundles load: it is next to them. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dist } from './layout.mjs';

const require = createRequire(import.meta.url);

/** By the name that bundles look for: where the package has it. */
const files = new Map([
  ['node-sqlite3-wasm.wasm', require.resolve('node-sqlite3-wasm').replace(/\.js$/, '.wasm')],
  ['resvg.wasm', require.resolve('@resvg/resvg-wasm/index_bg.wasm')],
]);

export const compiledFiles = [...files.keys()];

/** Copies compiled code next to bundles. @param folder of the bundles */
export function copyCompiled(folder = dist) {
  for (const [name, path] of files) copyFileSync(path, join(folder, name));
}
