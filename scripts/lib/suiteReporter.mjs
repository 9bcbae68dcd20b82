/** The Vitest reporter that writes a suite's report: after each file, so that a run that is ended leaves what it has. */
import { relative } from 'node:path';
import process from 'node:process';
import { root } from './layout.mjs';
import { failedTest, firstLine, writeReport } from './suiteReport.mjs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/reporters').Reporter} Reporter */

/** The environment variable that names the report. */
export const REPORT_VARIABLE = 'TRIMTAB_SUITE_REPORT';

/** @implements {Reporter} */
export default class SuiteReporter {
  /** @type {import('./suiteReport.mjs').FileResult[]} */
  files = [];

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    this.files.push(resultOf(module));
    this.write([], false);
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly { message: string }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    this.files = modules.map(resultOf);
    this.write(
      unhandled.map(({ message }) => firstLine(message)),
      true,
    );
  }

  /** @param {readonly string[]} errors @param {boolean} ended */
  write(errors, ended) {
    const file = process.env[REPORT_VARIABLE];
    if (file !== undefined) writeReport(file, { files: this.files, errors, ended });
  }
}

/**
 * @param {TestModule} module
 * @returns {import('./suiteReport.mjs').FileResult}
 */
function resultOf(module) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import('./suiteReport.mjs').FailedTest[]} */
  const failures = [];
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') {
      counts.failed += 1;
      const [error] = errors ?? [];
      failures.push(failedTest(test.fullName, error && `${error.name ?? 'Error'}: ${error.message}`));
    } else if (state === 'passed') counts.passed += 1;
    else counts.skipped += 1;
  }
  for (const { message } of module.errors()) failures.push(failedTest('the file itself', message));
  // A hook that fails fails its file though no test of it did.
  if (failures.length === 0 && module.state() === 'failed')
    failures.push(failedTest('the file itself', hookErrors(module)));
  if (counts.failed === 0) counts.failed = Math.min(1, failures.length);
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const milliseconds = Math.round(collectDuration + setupDuration + duration);
  return { path: relative(root, module.moduleId), counts, milliseconds, failures };
}

/** @param {TestModule} module */
function hookErrors(module) {
  for (const suite of module.children.allSuites()) for (const { message } of suite.errors()) return message;
  return undefined;
}
