/**
 * `npm run conformance [-- --tsv | --json]`: analyses the public traces with reference values and prints, for every
 * metric and trace, the largest relative difference and its reason; then what holds between waiting and its causes in
 * every public trace.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './lib/layout.mjs';
import { run } from './lib/processes.mjs';
import { runMain } from './lib/report.mjs';

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-conformance-'));
  const program = join(folder, 'table.mjs');
  try {
    await build({
      entryPoints: [join(root, 'test/support/conformance/table.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      logLevel: 'error',
    });
    const data = process.env.TRIMTAB_CONFORMANCE_DATA ?? join(root, '../shared/data');
    const { code, output } = await run(process.execPath, [program, ...process.argv.slice(2)], {
      env: { ...process.env, TRIMTAB_CONFORMANCE_DATA: data },
      quiet: true,
    });
    process.stdout.write(output);
    process.exitCode = code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
