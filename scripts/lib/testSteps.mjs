/** The steps of `npm test`, in order, cheap checks first. */
import { join } from 'node:path';
import { readFailures } from './failedTests.mjs';
import { root } from './layout.mjs';
import { run } from './processes.mjs';
import { noTests, readCounts } from './testCounts.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} command arguments of Node
 * @property {boolean} workbench needs the real workbench
 * @property {string} [results] file in which the step leaves its test counts
 */

/** Minutes. No step may hang: the slowest takes 25 on two quiet cores, and machines may be twice as slow. */
const limit = 60;

const results = (/** @type {string} */ name) => join(root, 'test-results', `${name}.json`);
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path);

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} command
 * @returns {Step}
 */
const check = (name, title, command) => ({ name, title, command, workbench: false });

/**
 * @param {string} name
 * @param {readonly string[]} options
 */
const vitest = (name, options) => [
  tool('vitest/vitest.mjs'),
  'run',
  ...options,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results(name)}`,
];

/** @type {readonly Step[]} */
export const steps = [
  check('lint', 'eslint with type-checked rules', [tool('eslint/bin/eslint.js'), '.']),
  check('format', 'prettier', [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  check('types', 'type check', [tool('typescript/bin/tsc'), '-p', '.']),
  check('exports', 'everything is used by more than tests', ['scripts/checkExports.mjs']),
  check('e2e-types', 'type check of the end-to-end tests, which know the browser', [
    tool('typescript/bin/tsc'),
    '-p',
    'test/e2e',
  ]),
  check('page-types', 'type check of the pages, which know the browser', [
    tool('typescript/bin/tsc'),
    '-p',
    'src/webviews',
  ]),
  check('layers', 'layering', [
    tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    'src',
    '--config',
    '.dependency-cruiser.cjs',
  ]),
  check('bundle', 'bundles, their sizes, and the package', ['scripts/package.mjs']),
  {
    name: 'unit',
    title: 'unit, conformance and probe tests',
    command: vitest('unit', []),
    workbench: false,
    results: results('unit'),
  },
  {
    name: 'host',
    title: 'tests inside VS Code',
    command: ['test/host/runTests.mjs', results('host')],
    workbench: true,
    results: results('host'),
  },
  {
    name: 'e2e',
    title: 'the workbench as a person uses it',
    command: vitest('e2e', ['--config', 'test/e2e/vitest.config.ts']),
    workbench: true,
    results: results('e2e'),
  },
];

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {import('./testCounts.mjs').Counts} counts
 * @property {readonly string[]} failures why it failed, one line each: the tests that did, or how the step ended
 */

/** Checks keep one core busy each; what tests start needs them all. */
const CHECKS_AT_ONCE = 2;

/**
 * Runs steps in order: checks, which have no tests, beside each other, then those with tests one after the other.
 * @param {readonly Step[]} chosen
 * @returns {Promise<readonly { readonly step: Step, readonly outcome: Outcome }[]>} in the order of the steps
 */
export async function runSteps(chosen) {
  const checks = chosen.filter(({ results }) => results === undefined);
  /** @type {Map<Step, Outcome>} */
  const outcomes = new Map();
  const waiting = checks.values();
  const lane = async () => {
    for (const step of waiting) outcomes.set(step, await runStep(step, checks.length > 1));
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, lane));
  for (const step of chosen) if (!outcomes.has(step)) outcomes.set(step, await runStep(step, false));
  return chosen.flatMap((step) => {
    const outcome = outcomes.get(step);
    return outcome === undefined ? [] : [{ step, outcome }];
  });
}

/**
 * @param {Step} step
 * @param {boolean} isBeside whether others run meanwhile: what it prints is shown at its end then
 * @returns {Promise<Outcome>}
 */
async function runStep(step, isBeside) {
  const title = `\n=== ${step.name}: ${step.title}`;
  if (!isBeside) console.log(title);
  const started = Date.now();
  const options = { cwd: root, limit: limit * 60_000, quiet: isBeside };
  const { code, limited, output } = await run(process.execPath, step.command, options);
  if (isBeside) console.log(`${title}\n${output.trimEnd()}`);
  const counts = step.results === undefined ? noTests : readCounts(step.results, code === 0);
  const ok = code === 0 && counts.failed === 0;
  const failures = ok ? [] : failuresOf(step, code, limited);
  const end = limited ? `FAILED: ended by its limit of ${limit} minutes` : ok ? 'ok' : 'FAILED';
  console.log(`=== ${step.name}: ${end} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  return { ok, counts, failures };
}

/**
 * @param {Step} step
 * @param {number} code
 * @param {boolean} limited
 */
function failuresOf({ name, results }, code, limited) {
  const tests = results === undefined ? [] : readFailures(results);
  const lines = limited ? [`ended by its limit of ${limit} minutes`, ...tests] : tests;
  // A check without tests, or a suite that ended before it could report.
  if (lines.length === 0) lines.push(`ended with exit code ${code}; see its output`);
  return lines.map((line) => `${name}: ${line}`);
}
