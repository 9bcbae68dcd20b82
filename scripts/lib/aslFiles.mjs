/** Ships the properties that Trimtab brings along. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

/**
 * Copies them next to bundles, into `asl`.
 * @param folder of the bundles
 * @param sources the checkout that they are of
 */
export function copyProperties(folder = dist, sources = root) {
  const target = join(folder, 'asl');
  rmSync(target, { recursive: true, force: true });
  cpSync(join(sources, 'src/asl/library'), target, { recursive: true });
}
