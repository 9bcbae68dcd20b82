/** The bundles that make up the product, as options for esbuild. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './layout.mjs';

/**
 * How everything that runs on Node is bundled. Names stay as they are written, so that a stack in a log can be read.
 * @type {import('esbuild').BuildOptions}
 */
const nodeBundle = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Sources are ES modules; the bundles are not, so the module's own address has to be spelled the CommonJS way.
  define: { 'import.meta.url': 'bundleUrl', 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  banner: { js: 'const bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
  logOverride: { 'empty-import-meta': 'error' },
};

/** @type {readonly { name: string, entry: string, options?: import('esbuild').BuildOptions }[]} */
const bundles = [
  // VS Code loads this one on activation: every byte counts.
  { name: 'extension', entry: 'src/extension/main.ts', options: { external: ['vscode'], minifyIdentifiers: true } },
  { name: 'engine', entry: 'src/engine/main.ts' },
  { name: 'analysisWorker', entry: 'src/engine/analysisWorker.ts' },
  {
    name: 'cli',
    entry: 'src/cli/main.ts',
    options: { banner: { js: `#!/usr/bin/env node\n${nodeBundle.banner?.js ?? ''}` } },
  },
];

/**
 * The options of each bundle, and the entries that are missing.
 * @returns {{ builds: { name: string, outfile: string, options: import('esbuild').BuildOptions }[], missing: string[] }}
 */
export function productBundles() {
  const present = bundles.filter((bundle) => existsSync(join(root, bundle.entry)));
  const missing = bundles.filter((bundle) => !present.includes(bundle)).map((bundle) => bundle.entry);
  const builds = present.map(({ name, entry, options }) => {
    const outfile = join(dist, `${name}.cjs`);
    return { name, outfile, options: { ...nodeBundle, ...options, entryPoints: [join(root, entry)], outfile } };
  });
  return { builds, missing };
}
