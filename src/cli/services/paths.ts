/** Locations of files next to the program: in the folder of the bundle, or in the checkout. */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';

/** The folder with trimtab-cc: `dist/probe` next to the bundle, `src/probe` in the checkout. */
export function findProbe(here = __dirname): string {
  const bundled = join(here, 'probe');
  const found = [bundled, join(here, '..', '..', 'probe')].find((folder) => existsSync(join(folder, 'trimtab-cc')));
  if (found !== undefined) return found;
  throw new TrimtabError(
    `Trimtab's probe is missing: there is no ${join(bundled, 'trimtab-cc')}; install Trimtab again.`,
  );
}

/** The compiled renderer of PNG: next to the bundle, or in the package of a checkout. */
export function findRenderer(here = __dirname): string {
  const bundled = join(here, 'resvg.wasm');
  const packaged = join(here, '..', '..', '..', 'node_modules', '@resvg', 'resvg-wasm', 'index_bg.wasm');
  const found = [bundled, packaged].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new TrimtabError(`Cannot write PNG: ${bundled} is missing. Install Trimtab again, or write SVG.`);
}

/** The file this command runs from, for starting it again elsewhere: the bundle, without links. */
export function ownPath(): string {
  return realpathSync(process.argv[1] ?? __filename);
}

/** The version in package.json. */
export function version(here = __dirname): string {
  const file = [join(here, '..', 'package.json'), join(here, '..', '..', '..', 'package.json')].find((path) =>
    existsSync(path),
  );
  if (file === undefined) return 'unknown';
  const data: unknown = JSON.parse(readText(file, { limit: 1 << 20, within: null }));
  const found = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
  return typeof found === 'string' ? found : 'unknown';
}
