/** Packages the extension as a .vsix that carries all it needs in its bundles. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Folders that are never packaged, and have many files: each is matched with each rule of .vscodeignore. */
const LARGE = new Set(['.git', '.tools', 'node_modules', 'out', 'test-results'].map((name) => join(root, name)));

/**
 * Copies the checkout without what makes packaging slow.
 * @param {string} folder
 */
export function copyToPackage(folder) {
  cpSync(root, folder, { recursive: true, filter: (path) => !LARGE.has(path) && !path.endsWith('.vsix') });
}

/** @param {string} file where to write it; dist/ must be built */
export async function packageVsix(file) {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-vsix-'));
  try {
    copyToPackage(folder);
    await packageIn(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder with all that is packaged
 * @param {string} file where to write it
 */
async function packageIn(folder, file) {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', file],
    {
      cwd: folder,
      quiet: true,
    },
  );
  if (code !== 0) throw new SetupError(`The extension could not be packaged.\n${tail(output, 30)}`);
}
