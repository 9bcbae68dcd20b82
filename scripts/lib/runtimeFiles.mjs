/** Files that bundles read while they run: the shipped workflows. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

export function copyRuntimeFiles() {
  const workflows = join(root, 'src/workflows/library');
  mkdirSync(join(dist, 'workflows'), { recursive: true });
  for (const name of readdirSync(workflows)) copyFileSync(join(workflows, name), join(dist, 'workflows', name));
}
