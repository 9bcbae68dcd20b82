/** The bundles that make up the product, as options for esbuild. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commonJsParts } from './commonJsParts.mjs';
import { directImports } from './directImports.mjs';
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
  // Sources are ES modules; the bundles are not.
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  logOverride: { 'empty-import-meta': 'error' },
};

/** See there. */
const versionCheck = join(root, 'scripts', 'lib', 'versionCheck.cjs');
const globMatch = join(root, 'scripts', 'lib', 'globMatch.cjs');

/** Programs and threads that share code. Each loads the parts that it needs. */
const programs = {
  cli: 'src/cli/main.ts',
  engine: 'src/engine/main.ts',
  analysisWorker: 'src/engine/workers/analysisWorker.ts',
  comparisonWorker: 'src/engine/workers/comparisonWorker.ts',
  measurementWorker: 'src/engine/workers/measurementWorker.ts',
  propertyWorker: 'src/engine/workers/propertyWorker.ts',
};

export const programNames = Object.keys(programs);

/**
 * Everything that runs on Node: builds by their names, with the sources of their files.
 * @type {readonly { name: string, entries: Readonly<Record<string, string>>, options: import('esbuild').BuildOptions }[]}
 */
const bundles = [
  // VS Code loads this one on activation: every byte counts.
  {
    name: 'extension',
    entries: { extension: 'src/extension/main.ts' },
    options: {
      ...commonJsParts(dist, 'extension'),
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
  {
    name: 'askpass',
    entries: { askpass: 'src/extension/askpass/helper.ts' },
    options: { outfile: join(dist, 'askpass.cjs') },
  },
  // Code that only some of them need, or that a program imports on demand, is in shared parts.
  { name: 'programs', entries: programs, options: commonJsParts(dist, 'part', [directImports]) },
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

/** @typedef {import('esbuild').BuildOptions & { entryPoints: { in: string, out: string }[] }} ProductOptions */

/**
 * The options of each build, and the entries that are missing.
 * @returns {{ builds: { name: string, options: ProductOptions }[], missing: string[] }}
 */
export function productBundles() {
  const all = [
    ...bundles.map(({ name, entries, options }) => ({
      name,
      entries: Object.entries(entries).map(([out, entry]) => ({ in: entry, out })),
      options: { ...nodeBundle, ...options },
    })),
    ...pages.map((name) => ({
      name,
      entries: [{ in: `src/webviews/${name}/main.tsx`, out: name }],
      options: { ...pageBundle, outfile: join(dist, 'webviews', `${name}.js`) },
    })),
  ];
  const missing = all.flatMap(({ entries }) => entries.filter((entry) => !existsSync(join(root, entry.in))));
  const builds = all.map(({ name, entries, options }) => {
    const present = entries.filter((entry) => !missing.includes(entry));
    return { name, options: { ...options, entryPoints: present.map((one) => ({ ...one, in: join(root, one.in) })) } };
  });
  return {
    builds: builds.filter(({ options }) => options.entryPoints.length > 0),
    missing: missing.map((entry) => entry.in),
  };
}
