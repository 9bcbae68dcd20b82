/** Summary of the results of a test run: counts, failures, and unstable tests. */

/** @typedef {import('./suiteReport.mjs').FileResult} FileResult */
/** @typedef {import('./suiteReport.mjs').Counts} Counts */
/** @typedef {import('./stepRunner.mjs').Outcome} Outcome */

/**
 * A test that failed at first and passed when its file was run once more, alone.
 * @typedef {{ step: string, path: string, name: string, error: string }} Unstable
 */

/**
 * @typedef {object} Verdict
 * @property {Counts} counts each file counts as it ended
 * @property {readonly string[]} failures one line each
 * @property {readonly Unstable[]} unstable
 * @property {boolean} passed
 */

/** More of them than this, and the run fails: then it is no chance. */
export const UNSTABLE_LIMIT = 3;

/**
 * @param {readonly Outcome[]} outcomes
 * @param {ReadonlyMap<FileResult, FileResult>} again second results of files that failed
 * @returns {Verdict}
 */
export function verdictOf(outcomes, again) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  /** @type {Unstable[]} */
  const unstable = [];
  for (const { step, files, failures: own } of outcomes) {
    for (const line of own) failures.push(`${step.name}: ${line}`);
    if (step.report !== undefined) counts.failed += own.length;
    for (const first of files) {
      const last = again.get(first) ?? first;
      add(counts, last.counts);
      for (const { name, error } of last.failures) failures.push(`${step.name}: ${last.path} > ${name}: ${error}`);
      const stillFails = new Set(last.failures.map(({ name }) => name));
      for (const { name, error } of first.failures)
        if (!stillFails.has(name)) unstable.push({ step: step.name, path: first.path, name, error });
    }
  }
  if (unstable.length > UNSTABLE_LIMIT)
    failures.push(`${unstable.length} tests are unstable, more than ${UNSTABLE_LIMIT}: find out why`);
  return { counts, failures, unstable, passed: failures.length === 0 };
}

/** @param {Counts} sum @param {Counts} more */
function add(sum, more) {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
}

/**
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => number} cost
 * @param {number} count
 */
function mostOf(all, cost, count) {
  return [...all].sort((a, b) => cost(b) - cost(a)).slice(0, count);
}

/**
 * The slowest steps and test files, as lines.
 * @param {readonly Outcome[]} outcomes
 * @param {number} [count] of each at most
 */
export function slowest(outcomes, count = 10) {
  const files = outcomes.flatMap(({ files }) => files);
  const row = (/** @type {number} */ seconds, /** @type {string} */ name) =>
    `  ${seconds.toFixed(1).padStart(7)} s  ${name}`;
  return [
    'Slowest steps',
    ...mostOf(outcomes, ({ seconds }) => seconds, count).map(({ step, seconds }) => row(seconds, step.name)),
    ...(files.length === 0 ? [] : ['Slowest test files']),
    ...mostOf(files, ({ milliseconds }) => milliseconds, count).map(({ path, milliseconds }) =>
      row(milliseconds / 1000, path),
    ),
  ];
}
