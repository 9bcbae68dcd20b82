import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { failedTest, readReport, writeReport, type SuiteReport } from '../../scripts/lib/suiteReport.mjs';
import { REPORT_VARIABLE } from '../../scripts/lib/suiteReporter.mjs';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-suite-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the report of a suite', () => {
  it('is read as it was written', () => {
    const file = join(folder, 'deep', 'report.json');
    const counts = { passed: 1, failed: 0, skipped: 2 };
    const report = { files: [{ path: 'a.test.ts', counts, milliseconds: 3, failures: [] }], errors: [], ended: true };
    writeReport(file, report);
    expect(readReport(file)).toEqual(report);
  });

  it('has not ended where there is none, or a cut one', () => {
    const none = { files: [], errors: [], ended: false };
    expect(readReport(join(folder, 'missing.json'))).toEqual(none);
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, '{"files": [');
    expect(readReport(cut)).toEqual(none);
  });

  it('has the first line of each error, without colors and cut', () => {
    expect(failedTest('x', '\n\u001b[31mError: no end\u001b[39m\n    at b.ts:1').error).toBe('Error: no end');
    expect(failedTest('x', 'y'.repeat(5000)).error).toBe(`${'y'.repeat(300)}…`);
    expect(failedTest('x', undefined).error).toBe('no error was reported');
    expect(failedTest('x', 'Error: STACK_TRACE_ERROR').error).toBe('did not end within its time limit');
  });
});

/** Runs Vitest on a file of tests. */
async function reportOf(text: string): Promise<SuiteReport> {
  const place = mkdtempSync(join(root, 'out', 'suite-'));
  try {
    writeFileSync(join(place, 'one.test.ts'), `import { afterAll, beforeAll, expect, it } from 'vitest';\n${text}`);
    // Else Vitest would take the one of this project.
    writeFileSync(join(place, 'vitest.config.mjs'), 'export default {};\n');
    const report = join(place, 'report.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const words = [vitest, 'run', '--root', place, '--maxWorkers=1'];
    await run(process.execPath, [...words, `--reporter=${join(root, 'scripts/lib/suiteReporter.mjs')}`], {
      env: { ...process.env, [REPORT_VARIABLE]: report },
      quiet: true,
    });
    return readReport(report);
  } finally {
    rmSync(place, { recursive: true });
  }
}

describe('the reporter', () => {
  it('counts tests by file and names those that failed', async () => {
    const { files, ended, errors } = await reportOf(
      "it('is right', () => {});\nit('is wrong', () => expect(1).toBe(2));\nit.skip('is not run', () => {});\n",
    );
    expect([files.length, ended, errors]).toEqual([1, true, []]);
    expect(files[0]).toMatchObject({ counts: { passed: 1, failed: 1, skipped: 1 } });
    expect(files[0]?.path).toMatch(/^out\/suite-\w+\/one\.test\.ts$/);
    expect(files[0]?.failures).toEqual([
      { name: 'is wrong', error: 'AssertionError: expected 1 to be 2 // Object.is equality' },
    ]);
    expect(files[0]?.milliseconds).toBeGreaterThan(0);
  });

  it('takes a file that does not load, and a hook that fails, for failures', async () => {
    const broken = await reportOf("import './missing.js';\nit('is', () => {});\n");
    expect(broken.files[0]?.counts.failed).toBe(1);
    expect(broken.files[0]?.failures[0]?.error).toContain('missing.js');
    const hook = await reportOf("afterAll(() => { throw new Error('not cleared'); });\nit('is', () => {});\n");
    expect(hook.files[0]?.counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(hook.files[0]?.failures[0]?.error).toContain('not cleared');
  });

  it('has errors outside of tests', async () => {
    const { errors } = await reportOf("it('is', () => { void Promise.reject(new Error('left alone')); });\n");
    expect(errors).toEqual(['left alone']);
  });
});
