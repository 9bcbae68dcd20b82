/** Files that bundles read while they run: the shipped workflows, and SQLite. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { dist, root } from './layout.mjs';

export function copyRuntimeFiles() {
  const workflows = join(root, 'src/workflows/library');
  mkdirSync(join(dist, 'workflows'), { recursive: true });
  for (const name of readdirSync(workflows)) copyFileSync(join(workflows, name), join(dist, 'workflows', name));
  const sqlite = dirname(createRequire(import.meta.url).resolve('node-sqlite3-wasm'));
  copyFileSync(join(sqlite, 'node-sqlite3-wasm.wasm'), join(dist, 'node-sqlite3-wasm.wasm'));
}
