import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/layout.mjs';
import { ensureBuild } from '../../../scripts/lib/prepare.mjs';
import { packageVsix } from '../../../scripts/lib/vsix.mjs';

/** What people install: the packaged extension, made once for all end-to-end tests. */
export const vsix = join(root, 'test-results/trimtab.vsix');

export async function setup(): Promise<void> {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  await ensureBuild();
  await packageVsix(vsix);
}
