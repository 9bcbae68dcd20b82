/** Ships the workflows that Trimtab brings along. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

/** Copies them to dist/workflows. */
export function copyWorkflows() {
  const target = join(dist, 'workflows');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'src/workflows/library'), target, { recursive: true });
}
