/**
 * `npm run bench:otf2` and its like: bundles bench/<name>/main.ts and runs it; further arguments are passed on.
 * Measurements run the code that ships, bundled and minified as it ships.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nodeBundle } from './lib/bundles.mjs';
import { out, root } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';
import { runMain, SetupError } from './lib/report.mjs';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const benches = readdirSync(join(root, 'bench'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const entry = join(root, 'bench', name ?? '', 'main.ts');
  if (name === undefined || !benches.includes(name) || !existsSync(entry)) {
    throw new SetupError(`There is no benchmark ${name ?? ''}: give one of ${benches.join(', ')}.`);
  }
  const outfile = join(out, 'bench', `${name}.cjs`);
  await build({ ...nodeBundle, entryPoints: [entry], outfile });
  const { code } = await run(process.execPath, ['--enable-source-maps', outfile, ...args], { cwd: root });
  process.exitCode = code;
});
