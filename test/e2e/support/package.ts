import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installExtension } from '../../../scripts/lib/codeServer.mjs';
import { root } from '../../../scripts/lib/layout.mjs';
import { ensureBuild } from '../../../scripts/lib/prepare.mjs';
import { packageVsix } from '../../../scripts/lib/vsix.mjs';

const results = join(root, 'test-results');

/** The packaged extension, installed once as people do, for all end-to-end tests. */
export const extensionsFolder = join(results, 'extensions');

export async function setup(): Promise<void> {
  mkdirSync(results, { recursive: true });
  rmSync(extensionsFolder, { recursive: true, force: true });
  await ensureBuild();
  const vsix = join(results, 'trimtab.vsix');
  await packageVsix(vsix);
  const userDataFolder = join(results, 'install');
  await installExtension(vsix, { userDataFolder, extensionsFolder });
  rmSync(userDataFolder, { recursive: true });
}
