/**
 * `npm test`: sets up what is missing and runs every check and test, each step even when an earlier one failed. Test
 * files that failed are run once more, alone; a test that passes then is listed as unstable. The end of the output names
 * each failure, the slowest steps and files, and has `N passed, N failed, N skipped` over all tests as its last line.
 *
 * `--tier fast` (`npm run test:fast`) and `--tier all` (`npm run test:all`) choose another tier, `--only unit,host` some
 * steps; `--tier fast --watch` tests again at each change.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { childrensCpuSeconds } from './lib/cpuTime.mjs';
import { root } from './lib/layout.mjs';
import { checkNode, ensureNpmPackages } from './lib/prepare.mjs';
import { run } from './lib/processes.mjs';
import { runMain, SetupError } from './lib/report.mjs';
import { runAgain, runSteps } from './lib/stepRunner.mjs';
import { ensureSystemPackages, needs } from './lib/systemPackages.mjs';
import { recordResults } from './lib/testRecord.mjs';
import { stepsOf } from './lib/testSteps.mjs';
import { slowest, verdictOf } from './lib/verdict.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const tiers = /** @type {const} */ (['fast', 'usual', 'all']);

await runMain(async () => {
  const { tier, only, watch } = readArguments();
  const chosen = chosenSteps(tier, only);
  await setUp(chosen);
  const env = { TRIMTAB_TEST_TIER: tier };
  if (watch) return void (await watchTests(chosen, env));
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const started = Date.now();
  const outcomes = await runSteps(chosen, env);
  const verdict = verdictOf(outcomes, await runAgain(outcomes, env));
  writeFileSync(join(root, 'test-results/unstable.json'), `${JSON.stringify(verdict.unstable, null, 2)}\n`);
  const cost = costSince(started);
  for (const line of ['', ...slowest(outcomes), '', cost]) console.log(line);
  if (tier === 'all' && only === undefined) await recordResults(verdict, cost);
  report(verdict);
  if (!verdict.passed) process.exitCode = 1;
});

function readArguments() {
  const { values } = parseArgs({
    options: {
      tier: { type: 'string', default: 'usual' },
      only: { type: 'string' },
      watch: { type: 'boolean', default: false },
    },
  });
  const tier = tiers.find((one) => one === values.tier);
  if (tier === undefined) throw new SetupError(`There is no tier ${values.tier}: the tiers are ${tiers.join(', ')}.`);
  return { tier, only: values.only, watch: values.watch };
}

/**
 * @param {import('./lib/testSteps.mjs').Tier} tier
 * @param {string | undefined} only names of steps, by commas
 */
function chosenSteps(tier, only) {
  const steps = stepsOf(tier);
  if (only === undefined) return steps;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(', ');
    throw new SetupError(`There is no step ${unknown.join(', ')}: the steps of this tier are ${known}.`);
  }
  return steps.filter((step) => names.includes(step.name));
}

/** @param {readonly import('./lib/testSteps.mjs').Step[]} chosen */
async function setUp(chosen) {
  checkNode();
  await ensureNpmPackages();
  const inWorkbench = chosen.some((step) => step.workbench);
  const wanted = [
    ...(chosen.some((step) => step.programs) ? [needs.measuring, needs.testing] : []),
    ...(chosen.some((step) => step.name === 'unit') ? [needs.testingC] : []),
    ...(chosen.some((step) => step.name === 'probe') ? [needs.checkingC] : []),
    ...(inWorkbench ? [needs.compilingWorkbench] : []),
  ];
  const lacking = await ensureSystemPackages(wanted);
  if (lacking !== undefined) console.log(lacking);
  if (inWorkbench) await ensureWorkbench();
}

/**
 * Tests again at each change of a file, until it is interrupted.
 * @param {readonly import('./lib/testSteps.mjs').Step[]} chosen
 * @param {NodeJS.ProcessEnv} env
 */
async function watchTests(chosen, env) {
  if (!chosen.some(({ name }) => name === 'unit')) throw new SetupError('--watch goes with the step unit.');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { code } = await run(process.execPath, [vitest, 'watch'], { cwd: root, env: { ...process.env, ...env } });
  process.exitCode = code;
}

/** @param {number} started */
function costSince(started) {
  const minutes = (/** @type {number} */ seconds) => `${(seconds / 60).toFixed(1)} min`;
  const wall = `${minutes((Date.now() - started) / 1000)} wall time`;
  const cpu = childrensCpuSeconds();
  if (cpu === undefined) return wall;
  return `${wall}, ${minutes(cpu.user + cpu.system)} CPU time (${minutes(cpu.user)} user, ${minutes(cpu.system)} system)`;
}

/** @param {import('./lib/verdict.mjs').Verdict} verdict */
function report({ counts, failures, unstable }) {
  if (unstable.length > 0) console.log(`\nUnstable tests, which passed when run once more: ${unstable.length}`);
  for (const { step, path, name, error } of unstable) console.log(`  ${step}: ${path} > ${name}: ${error}`);
  console.log(failures.length === 0 ? '\nAll steps succeeded.' : `\nFailures: ${failures.length}`);
  for (const failure of failures) console.log(`  ${failure}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
