/** `npm run package`: builds and writes the .vsix. */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib/layout.mjs';
import { ensureBuild, ensureNpmPackages } from './lib/prepare.mjs';
import { runMain } from './lib/report.mjs';
import { packageVsix, vsixFile } from './lib/vsix.mjs';

await runMain(async () => {
  await ensureNpmPackages();
  await ensureBuild();
  const file = vsixFile();
  await packageVsix(file);
  console.log(`${relative(root, file)}: ${(statSync(file).size / 1000).toFixed(0)} kB`);
});
