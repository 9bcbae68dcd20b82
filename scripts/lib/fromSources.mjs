/** Data from the sources for scripts, which cannot import TypeScript. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Returns the exports of a module that imports sources.
 * @param {string} root the folder with `src`, which imports are relative to
 * @param {readonly string[]} lines the module
 */
export async function fromSources(root, lines) {
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out', 'from-sources-'));
  const outfile = join(folder, 'module.cjs');
  try {
    await build({
      stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'silent',
    });
    return createRequire(outfile)(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
