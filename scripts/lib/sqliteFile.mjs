/** Ships SQLite: the library looks for its compiled code beside the bundle that it is part of. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dist } from './layout.mjs';

export const sqliteFile = 'node-sqlite3-wasm.wasm';

/** Copies the compiled SQLite beside bundles. @param folder of the bundles */
export function copySqlite(folder = dist) {
  const library = createRequire(import.meta.url).resolve('node-sqlite3-wasm');
  copyFileSync(library.replace(/\.js$/, '.wasm'), join(folder, sqliteFile));
}
