/** The bundles that make up the product, as options for esbuild. */
import { existsSync, readdirSync } from 'node:fs';
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

/** See there. */
const versionCheck = join(root, 'scripts', 'lib', 'versionCheck.cjs');
const globMatch = join(root, 'scripts', 'lib', 'globMatch.cjs');

/** @type {readonly { name: string, entry: string, options?: import('esbuild').BuildOptions }[]} */
const bundles = [
  // VS Code loads this one on activation: every byte counts.
  {
    name: 'extension',
    entry: 'src/extension/main.ts',
    options: {
      external: ['vscode'],
      minifyIdentifiers: true,
      alias: {
        'semver/functions/parse': versionCheck,
        'semver/functions/satisfies': versionCheck,
        minimatch: globMatch,
      },
    },
  },
  // ssh starts it to ask for passwords.
  { name: 'askpass', entry: 'src/extension/askpass/helper.ts' },
  { name: 'engine', entry: 'src/engine/main.ts' },
  { name: 'analysisWorker', entry: 'src/engine/workers/analysisWorker.ts' },
  { name: 'comparisonWorker', entry: 'src/engine/workers/comparisonWorker.ts' },
  { name: 'measurementWorker', entry: 'src/engine/workers/measurementWorker.ts' },
  { name: 'propertyWorker', entry: 'src/engine/workers/propertyWorker.ts' },
  {
    name: 'cli',
    entry: 'src/cli/main.ts',
    options: { banner: { js: `#!/usr/bin/env node\n${nodeBundle.banner?.js ?? ''}` } },
  },
];

/**
 * Build options of pages: for the browser of VS Code 1.91, style sheets next to the script.
 * @type {import('esbuild').BuildOptions}
 */
const pageBundle = {
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
};

const webviews = join(root, 'src', 'webviews');

/** Pages that VS Code shows in webviews: each folder of src/webviews with a main.tsx is one. */
export const pages = readdirSync(webviews).filter((name) => existsSync(join(webviews, name, 'main.tsx')));

/**
 * The options of each bundle, and the entries that are missing.
 * @returns {{ builds: { name: string, outfile: string, options: import('esbuild').BuildOptions }[], missing: string[] }}
 */
export function productBundles() {
  const all = [
    ...bundles.map((bundle) => ({ ...bundle, outfile: join(dist, `${bundle.name}.cjs`), base: nodeBundle })),
    ...pages.map((name) => ({
      name,
      entry: `src/webviews/${name}/main.tsx`,
      options: {},
      outfile: join(dist, 'webviews', `${name}.js`),
      base: pageBundle,
    })),
  ];
  const present = all.filter((bundle) => existsSync(join(root, bundle.entry)));
  const missing = all.filter((bundle) => !present.includes(bundle)).map((bundle) => bundle.entry);
  const builds = present.map(({ name, entry, options, outfile, base }) => ({
    name,
    outfile,
    options: { ...base, ...options, entryPoints: [join(root, entry)], outfile },
  }));
  return { builds, missing };
}
