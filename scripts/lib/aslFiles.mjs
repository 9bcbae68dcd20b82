/** Ships the properties that Trimtab brings along. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

/** Copies them to dist/asl. */
export function copyProperties() {
  const target = join(dist, 'asl');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'src/asl/library'), target, { recursive: true });
}
