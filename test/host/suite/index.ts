import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Mocha from 'mocha';
import { failedTest, type FileResult } from '../../../scripts/lib/suiteReport.mjs';

/** Paths of the test files to run, relative to the project. */
const chosen = (process.env.TEST_FILES ?? '').split(',').filter((path) => path !== '');

/**
 * Called by VS Code: runs the chosen test files next to this one and leaves their results in the file TEST_RESULT_FILE
 * names.
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 180_000, color: false });
  for (const file of readdirSync(__dirname).sort())
    if (pathOf(file) !== undefined) mocha.addFile(join(__dirname, file));
  const failed = await new Promise<number>((resolve, reject) => {
    try {
      const runner = mocha.run(resolve);
      const results = resultsOf(runner);
      // A crashed extension host looks like a passed run from outside; only this file proves that the tests ended.
      runner.on('end', () => {
        const file = process.env.TEST_RESULT_FILE;
        if (file !== undefined) writeFileSync(file, JSON.stringify({ files: results() }));
      });
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
  if (failed > 0) throw new Error(`${failed} tests failed inside VS Code`);
}

/** The chosen path of a built test file. */
function pathOf(built: string): string | undefined {
  const source = basename(built).replace(/\.cjs$/, '.ts');
  return chosen.find((path) => basename(path) === source);
}

/** Follows a run; the returned function gives the results of its files so far. */
function resultsOf(runner: Mocha.Runner): () => FileResult[] {
  const files = new Map<string, { passed: number; failed: number; skipped: number }>();
  const failures = new Map<string, FileResult['failures'][number][]>();
  const ends = new Map<string, number>();
  const of = (test: Mocha.Runnable): { path: string; counts: { passed: number; failed: number; skipped: number } } => {
    const path = pathOf(test.file ?? '') ?? 'test/host';
    const counts = files.get(path) ?? { passed: 0, failed: 0, skipped: 0 };
    files.set(path, counts);
    ends.set(path, Date.now());
    return { path, counts };
  };
  const started = Date.now();
  runner.on('pass', (test) => void (of(test).counts.passed += 1));
  runner.on('pending', (test) => void (of(test).counts.skipped += 1));
  // A hook that failed is reported here, too.
  runner.on('fail', (test, error: unknown) => {
    const { path, counts } = of(test);
    counts.failed += 1;
    const message = error instanceof Error ? error.message : String(error);
    failures.set(path, [...(failures.get(path) ?? []), failedTest(test.fullTitle(), message)]);
  });
  return () => {
    let before = started;
    return Array.from(files, ([path, counts]) => {
      const end = ends.get(path) ?? before;
      const milliseconds = end - before;
      before = end;
      return { path, counts, milliseconds, failures: failures.get(path) ?? [] };
    });
  };
}
