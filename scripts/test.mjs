/**
 * `npm test`: sets up what is missing and runs every check and test, each step even when an earlier one failed.
 * At the end it names each test that failed, so that the end of a log suffices; the last line is `N passed, N failed,
 * N skipped` over all tests. `npm test -- --only unit,host` runs some steps.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/layout.mjs';
import { checkNode, ensureNpmPackages } from './lib/prepare.mjs';
import { runMain, SetupError } from './lib/report.mjs';
import { ensureSystemPackages, needs } from './lib/systemPackages.mjs';
import { addCounts, noTests } from './lib/testCounts.mjs';
import { runSteps, steps } from './lib/testSteps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

await runMain(async () => {
  const chosen = chosenSteps();
  await setUp(chosen);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  let total = noTests;
  /** @type {string[]} */
  const failed = [];
  /** @type {string[]} */
  const failures = [];
  for (const { results } of chosen) if (results !== undefined) rmSync(results, { force: true });
  for (const { step, outcome } of await runSteps(chosen)) {
    total = addCounts(total, outcome.counts);
    if (!outcome.ok) failed.push(step.name);
    failures.push(...outcome.failures);
  }
  console.log(failed.length === 0 ? '\nAll steps succeeded.' : `\nFailed steps: ${failed.join(', ')}`);
  for (const failure of failures) console.log(`  ${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  if (failed.length > 0) process.exitCode = 1;
});

function chosenSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only === undefined) return steps;
  const names = values.only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(', ');
    throw new SetupError(`--only does not know ${unknown.join(', ')}: the steps are ${known}.`);
  }
  return steps.filter((step) => names.includes(step.name));
}

/** @param {readonly import('./lib/testSteps.mjs').Step[]} chosen */
async function setUp(chosen) {
  checkNode();
  await ensureNpmPackages();
  const inWorkbench = chosen.some((step) => step.workbench);
  const runsPrograms = chosen.some((step) => step.results !== undefined);
  const wanted = [
    ...(runsPrograms ? [needs.measuring, needs.testing] : []),
    ...(inWorkbench ? [needs.compilingWorkbench] : []),
  ];
  const lacking = await ensureSystemPackages(wanted);
  if (lacking !== undefined) console.log(lacking);
  if (inWorkbench) await ensureWorkbench();
}
