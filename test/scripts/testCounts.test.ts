import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../scripts/lib/testCounts.mjs';

describe('counts of a suite', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-counts-'));
    file = join(folder, 'result.json');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('come from the report of vitest', () => {
    writeFileSync(file, JSON.stringify({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }));
    expect(readCounts(file, true)).toEqual({ passed: 7, failed: 0, skipped: 3 });
  });

  it('come from the summary of the in-host run', () => {
    writeFileSync(file, JSON.stringify({ passed: 5, failed: 1, skipped: 2, ok: false }));
    expect(readCounts(file, false)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });

  it.each([
    ['no file at all', undefined, true],
    ['a cut file', '{"numPassedTests": 7', true],
    ['no test that ran', '{"numPassedTests": 0, "numFailedTests": 0, "numPendingTests": 3}', true],
    ['a bad end in spite of passed tests', '{"numPassedTests": 7, "numFailedTests": 0}', false],
  ])('call %s a failure', (_, text, ended) => {
    if (text !== undefined) writeFileSync(file, text);
    expect(readCounts(file, ended).failed).toBe(1);
  });
});
