import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFailures } from '../../scripts/lib/failedTests.mjs';
import { root } from '../../scripts/lib/layout.mjs';

describe('the failed tests of a suite', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-failures-'));
    file = join(folder, 'result.json');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const report = (content: unknown): void => writeFileSync(file, JSON.stringify(content));

  it('have the first line of their error, from the report of vitest', () => {
    report({
      testResults: [
        { name: join(root, 'test/a.test.ts'), status: 'passed', assertionResults: [] },
        {
          name: join(root, 'test/b.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'b works', status: 'passed', failureMessages: [] },
            {
              fullName: 'b ends',
              status: 'failed',
              failureMessages: ['\u001b[31mError: no end\u001b[39m\n    at b.ts:1'],
            },
          ],
        },
        {
          name: join(root, 'test/c.test.ts'),
          status: 'failed',
          message: '\nCannot find module d\nstack',
          assertionResults: [],
        },
      ],
    });
    expect(readFailures(file)).toEqual([
      'test/b.test.ts > b ends: Error: no end',
      'test/c.test.ts: Cannot find module d',
    ]);
  });

  it('are said to have taken too long where their limit ended them', () => {
    const failureMessages = ['Error: STACK_TRACE_ERROR\n    at task (vitest.js:1)'];
    const assertionResults = [{ fullName: 'b ends', status: 'failed', failureMessages }];
    report({ testResults: [{ name: join(root, 'test/b.test.ts'), status: 'failed', message: '', assertionResults }] });
    expect(readFailures(file)).toEqual(['test/b.test.ts > b ends: did not end within its limit of time']);
  });

  it('are named by the in-host run too', () => {
    report({
      passed: 1,
      failed: 1,
      skipped: 0,
      ok: false,
      failures: [{ name: 'views show', message: 'timeout\nat x' }],
    });
    expect(readFailures(file)).toEqual(['views show: timeout']);
  });

  it('are cut where an error is one endless line, and said to have none where they have none', () => {
    const failed = (failureMessages: string[]) => ({ fullName: 'x', status: 'failed', failureMessages });
    report({
      testResults: [
        { name: join(root, 'x.ts'), status: 'failed', assertionResults: [failed(['y'.repeat(5000)]), failed([])] },
      ],
    });
    const [long, none] = readFailures(file);
    expect(long).toBe(`x.ts > x: ${'y'.repeat(300)}…`);
    expect(none).toBe('x.ts > x: no error was reported');
  });

  it('are unknown where a suite left no report, or a cut one', () => {
    expect(readFailures(file)).toEqual([]);
    writeFileSync(file, '{"testResults": [');
    expect(readFailures(file)).toEqual([]);
  });
});
