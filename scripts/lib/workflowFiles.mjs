/** Ships the workflows that Trimtab brings along. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

/** Copies them next to bundles, into `workflows`. @param folder of the bundles */
export function copyWorkflows(folder = dist) {
  const target = join(folder, 'workflows');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'src/workflows/library'), target, { recursive: true });
}
