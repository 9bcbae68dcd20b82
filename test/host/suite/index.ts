import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** Called by VS Code: runs every test file beside this one and leaves the counts and what failed in the file TEST_RESULT_FILE names. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 180_000, color: false });
  for (const file of readdirSync(__dirname).sort())
    if (file.endsWith('.test.cjs')) mocha.addFile(join(__dirname, file));
  const failed = await new Promise<number>((resolve, reject) => {
    try {
      const runner = mocha.run(resolve);
      const failures: { name: string; message: string }[] = [];
      runner.on('fail', (test, error: unknown) => {
        failures.push({ name: test.fullTitle(), message: error instanceof Error ? error.message : String(error) });
      });
      runner.on('end', () => report(runner.stats, failures));
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  if (failed > 0) throw new Error(`${failed} tests failed inside VS Code`);
}

/** A crashed extension host looks like a passed run from outside; only this file proves that the tests ended. */
function report(stats: Mocha.Stats | undefined, failures: readonly unknown[]): void {
  const file = process.env.TEST_RESULT_FILE;
  if (file === undefined || stats === undefined) return;
  const counts = { passed: stats.passes, failed: stats.failures, skipped: stats.pending };
  writeFileSync(file, JSON.stringify({ ...counts, failures }));
}
