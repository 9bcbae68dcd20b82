/** Reads how many tests a suite ran from the file it left, never from what it printed. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const noTests = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * The counts in vitest's JSON report or in the in-host runner's summary. A suite that left no file, ran no test, or
 * ended badly without a failed test (a file that did not load, a crash) counts as one failure.
 * @param {string} file
 * @param {boolean} ended whether the process ended with exit code 0
 * @returns {Counts}
 */
export function readCounts(file, ended) {
  if (!existsSync(file)) return { ...noTests, failed: 1 };
  const counts = parseCounts(readFileSync(file, 'utf8'));
  const unaccounted = (!ended && counts.failed === 0) || counts.passed + counts.failed === 0;
  return unaccounted ? { ...counts, failed: counts.failed + 1 } : counts;
}

/**
 * @param {string} text
 * @returns {Counts}
 */
function parseCounts(text) {
  try {
    /** @type {Record<string, unknown>} */
    const summary = JSON.parse(text);
    const number = (/** @type {string} */ name) => (typeof summary[name] === 'number' ? summary[name] : 0);
    return {
      passed: number('numPassedTests') + number('passed'),
      failed: number('numFailedTests') + number('failed'),
      skipped: number('numPendingTests') + number('numTodoTests') + number('skipped'),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...noTests, failed: 1 };
  }
}
