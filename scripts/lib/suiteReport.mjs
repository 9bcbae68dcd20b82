/**
 * The report that a suite leaves: results by test file. Vitest's reporter (suiteReporter.mjs) and the in-host run write
 * it, `npm test` reads it. Printed output is no source: it may be cut.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {object} FailedTest
 * @property {string} name of the test
 * @property {string} error first line of its error
 */

/**
 * @typedef {object} FileResult
 * @property {string} path relative to the project
 * @property {Counts} counts
 * @property {number} milliseconds for loading the file, its hooks and its tests
 * @property {readonly FailedTest[]} failures
 */

/**
 * @typedef {object} SuiteReport
 * @property {readonly FileResult[]} files
 * @property {readonly string[]} errors of the suite itself, outside of tests
 * @property {boolean} ended whether the suite came to its end
 */

/** Vitest writes this in place of the error of a test that its limit ended. */
const timedOut = 'Error: STACK_TRACE_ERROR';

/** Characters of an error's first line that are kept. */
const longestLine = 300;

/**
 * @param {string} file
 * @param {SuiteReport} report
 */
export function writeReport(file, report) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report));
}

/**
 * @param {string} file that the suite left; where it is missing or cut, the report has no files and has not ended
 * @returns {SuiteReport}
 */
export function readReport(file) {
  const none = { files: [], errors: [], ended: false };
  if (!existsSync(file)) return none;
  try {
    return { ...none, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return none;
  }
}

/**
 * @param {string} name
 * @param {string | undefined} error its whole text
 * @returns {FailedTest}
 */
export function failedTest(name, error) {
  return { name, error: firstLine(error) };
}

/** @param {string | undefined} text */
export function firstLine(text) {
  const lines = stripVTControlCharacters(text ?? '').split('\n');
  const line = lines.map((each) => each.trim()).find((each) => each !== '') ?? 'no error was reported';
  if (line.startsWith(timedOut)) return 'did not end within its time limit';
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
