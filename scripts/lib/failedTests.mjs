/** Names what failed, from the files that suites leave: what they printed may be cut, or thousands of lines above. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './layout.mjs';

/**
 * Vitest's JSON report, as far as it is read here, or the summary of the in-host run.
 * @typedef {object} Report
 * @property {readonly ReportedFile[]} [testResults]
 * @property {readonly HostFailure[]} [failures]
 */

/** @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] }} ReportedTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: readonly ReportedTest[] }} ReportedFile */
/** @typedef {{ name: string, message: string }} HostFailure */

/** What Vitest writes in place of the error of a test that its limit ended. */
const timedOut = 'Error: STACK_TRACE_ERROR';

/** Characters of an error's first line that are shown. */
const longestLine = 300;

/**
 * One line for each test that failed, and for each file that did not load: its name and the first line of its error.
 * @param {string} file the report that the suite left; none or a cut one names nothing
 * @returns {string[]}
 */
export function readFailures(file) {
  const report = readReport(file);
  const inFiles = (report.testResults ?? []).filter(({ status }) => status === 'failed').flatMap(failuresOfFile);
  const inHost = (report.failures ?? []).map(({ name, message }) => `${name}: ${firstLine(message)}`);
  return [...inFiles, ...inHost];
}

/**
 * @param {string} file
 * @returns {Report}
 */
function readReport(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

/** @param {ReportedFile} file */
function failuresOfFile({ name, message, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${path}: ${firstLine(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${path} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
}

/** @param {string | undefined} text */
function firstLine(text) {
  const lines = stripVTControlCharacters(text ?? '').split('\n');
  const line = lines.map((each) => each.trim()).find((each) => each !== '') ?? 'no error was reported';
  if (line === timedOut) return 'did not end within its limit of time';
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
