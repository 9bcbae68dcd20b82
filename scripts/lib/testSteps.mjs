/** The steps of `npm test` in each tier, cheap checks first. */
import { join } from 'node:path';
import { root } from './layout.mjs';

/** @typedef {'fast' | 'usual' | 'all'} Tier */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} command arguments of Node
 * @property {number} limitMinutes without progress after which the step is ended, since it hangs: no output, and no test file
 *   that ended
 * @property {boolean} inWorkbenchLane whether it runs in parallel with the unit tests, before or after the tests in the workbench
 * @property {boolean} workbench needs the real workbench
 * @property {boolean} programs builds and measures real programs
 * @property {string} [report] file in which the step leaves its results by test file
 *   (it takes test files as further arguments then, to run only these)
 */

const reportOf = (/** @type {string} */ name) => join(root, 'test-results', `${name}.json`);
const tool = (/** @type {string} */ path) => join(root, 'node_modules', path);
const cacheOf = (/** @type {string} */ name) => join(root, 'out', 'checks', name);

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} command
 * @returns {Step}
 */
const check = (name, title, command) => ({
  name,
  title,
  command,
  limitMinutes: 15,
  inWorkbenchLane: true,
  workbench: false,
  programs: false,
});

const vitest = (/** @type {readonly string[]} */ ...options) => [
  tool('vitest/vitest.mjs'),
  'run',
  ...options,
  '--reporter=default',
  '--reporter=scripts/lib/suiteReporter.mjs',
];

/** @type {Step} */
const unitStep = {
  name: 'unit',
  title: 'unit, conformance and probe tests',
  command: vitest(),
  limitMinutes: 20,
  inWorkbenchLane: false,
  workbench: false,
  programs: true,
  report: reportOf('unit'),
};

/** @type {readonly Step[]} */
const checks = [
  check('types', 'type check of all programs', [tool('typescript-native/bin/tsc'), '-b', 'tsconfig.build.json']),
  check('layers', 'layering', [
    tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['src', '--config', '.dependency-cruiser.cjs', '--cache', cacheOf('layers'), '--cache-strategy', 'content'],
  ]),
  check('exports', 'everything is used by more than tests', ['scripts/checkExports.mjs']),
  check('probe', 'the C sources: folders, lengths, warnings of compilers, clang-tidy', ['scripts/checkProbe.mjs']),
  // The package is made by the tests of the workbench, which install it.
  check('bundle', 'bundles and their sizes', ['scripts/build.mjs']),
  check('lint', 'oxlint with type-checked rules', [tool('oxlint/bin/oxlint'), '--format=unix', '.']),
  check('language', 'the rules of language', ['scripts/checkLanguage.mjs']),
  check('format', 'oxfmt', [tool('oxfmt/bin/oxfmt'), '--check', '.']),
];

/** @type {readonly Step[]} */
const workbenchSteps = [
  {
    name: 'host',
    title: 'tests inside VS Code',
    command: ['test/host/runTests.mjs'],
    limitMinutes: 20,
    inWorkbenchLane: true,
    workbench: true,
    programs: true,
    report: reportOf('host'),
  },
  {
    name: 'e2e',
    title: 'the workbench as a person uses it',
    command: vitest('--config', 'test/e2e/vitest.config.ts'),
    limitMinutes: 20,
    inWorkbenchLane: true,
    workbench: true,
    programs: true,
    report: reportOf('e2e'),
  },
];

/**
 * @param {Tier} tier
 * @returns {readonly Step[]}
 */
export function stepsOf(tier) {
  if (tier === 'fast') return [{ ...unitStep, title: 'unit tests of TypeScript and C', programs: false }];
  const steps = [...checks, unitStep, ...workbenchSteps];
  // The whole matrix takes hours where `npm test` takes minutes.
  return tier === 'all' ? steps.map((step) => ({ ...step, limitMinutes: step.limitMinutes * 6 })) : steps;
}
