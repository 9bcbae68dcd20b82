/** Packages the extension as a .vsix that carries all it needs in its bundles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './layout.mjs';
import { run, tail } from './processes.mjs';
import { SetupError } from './report.mjs';

/** @returns {string} the file that `npm run package` writes */
export function vsixFile() {
  /** @type {{ name: string, version: string }} */
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return join(root, `${name}-${version}.vsix`);
}

/** @param {string} file where to write it; dist/ must be built */
export async function packageVsix(file) {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', file],
    {
      cwd: root,
      quiet: true,
    },
  );
  if (code !== 0) throw new SetupError(`The extension could not be packaged.\n${tail(output, 30)}`);
}
