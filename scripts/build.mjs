/** `npm run build` and, with --watch, `npm run watch`: makes everything in dist/. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { copyProperties } from './lib/aslFiles.mjs';
import { markBuilt, sourcesHash } from './lib/buildStamp.mjs';
import { productBundles } from './lib/bundles.mjs';
import { outdatedSchemas } from './lib/editorSchemas.mjs';
import { dist, root } from './lib/layout.mjs';
import { copyProbe } from './lib/probeFiles.mjs';
import { copyWorkflows } from './lib/workflowFiles.mjs';
import { copyRuntimeFiles } from './lib/runtimeFiles.mjs';
import { checkSizes } from './lib/sizes.mjs';
import { copyCompiled } from './lib/compiledFiles.mjs';

/** For debugging. */
const readable = { minifyWhitespace: false, minifySyntax: false, minifyIdentifiers: false };
const watch = process.argv.includes('--watch');

mkdirSync(dist, { recursive: true });
const { builds, missing } = productBundles();
for (const entry of missing) {
  console.error(`${entry} is missing, so its bundle cannot be made.`);
  process.exitCode = 1;
}
if (!copyProbe()) {
  console.error('src/probe is missing, so the build cannot measure programs.');
  process.exitCode = 1;
}
copyWorkflows();
copyProperties();
copyCompiled();
copyRuntimeFiles();
if (watch) await watchAll();
else await buildAll();

async function buildAll() {
  const hash = sourcesHash();
  for (const { name, options } of builds) {
    try {
      await esbuild.build(options);
      if (name === 'programs') chmodSync(join(dist, 'cli.cjs'), 0o755);
    } catch (error) {
      // esbuild has printed messages of the sources with file and line.
      console.error(`${name} was not built. ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
  if (!checkSizes()) process.exitCode = 1;
  for (const path of await outdatedSchemas(root)) {
    console.error(`${relative(root, path)} does not say what the sources accept: run "npm run schemas".`);
    process.exitCode = 1;
  }
  if (process.exitCode === undefined) markBuilt(hash);
}

/**
 * Rebuilds on every change; the task in .vscode/tasks.json waits for the line that reports the first complete build.
 */
async function watchAll() {
  /** @type {import('esbuild').Plugin} */
  const announce = {
    name: 'announce',
    setup(build) {
      build.onStart(() => console.log('[watch] build started'));
      build.onEnd((result) => console.log(`[watch] build finished, ${result.errors.length} errors`));
    },
  };
  for (const { options } of builds) {
    const plugins = [...(options.plugins ?? []), announce];
    const context = await esbuild.context({ ...options, ...readable, plugins });
    // The first build ends before the next bundle starts; it fails without stopping the watch.
    await context.rebuild().catch(() => undefined);
    await context.watch();
  }
  console.log('[watch] ready');
}
