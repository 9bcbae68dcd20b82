/** Runs the steps of `npm test`, and once more, alone, the test files that failed. */
import { rmSync, statSync } from 'node:fs';
import process from 'node:process';
import { root } from './layout.mjs';
import { run } from './processes.mjs';
import { readReport } from './suiteReport.mjs';
import { REPORT_VARIABLE } from './suiteReporter.mjs';

/** @typedef {import('./testSteps.mjs').Step} Step */
/** @typedef {import('./suiteReport.mjs').FileResult} FileResult */

/**
 * @typedef {object} Outcome
 * @property {Step} step
 * @property {number} seconds
 * @property {readonly FileResult[]} files that the step tested
 * @property {readonly string[]} failures outside of tests, one line each: a check that failed, a suite that ended early
 */

/**
 * Runs steps in two parallel lanes, those of a lane in order. Programs under test and the workbench mostly wait, and
 * checks keep one core busy each.
 * @param {readonly Step[]} chosen
 * @param {NodeJS.ProcessEnv} env of all steps
 * @returns {Promise<Outcome[]>} in the order of the steps
 */
export async function runSteps(chosen, env) {
  const lanes = [
    chosen.filter(({ inWorkbenchLane }) => !inWorkbenchLane),
    chosen.filter((step) => step.inWorkbenchLane),
  ];
  const areBoth = lanes.every((lane) => lane.length > 0);
  const ended = await Promise.all(
    lanes.map(async (lane, index) => {
      const outcomes = [];
      // The other lane's output is shown at the end of each step, so that the two do not mix.
      for (const step of lane) outcomes.push(await runStep(step, env, areBoth && index === 1));
      return outcomes;
    }),
  );
  const outcomes = ended.flat();
  return chosen.flatMap((step) => outcomes.find((outcome) => outcome.step === step) ?? []);
}

/**
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isQuiet whether its output is shown at its end
 * @returns {Promise<Outcome>}
 */
async function runStep(step, env, isQuiet) {
  const title = `\n=== ${step.name}: ${step.title}`;
  if (!isQuiet) console.log(title);
  const started = Date.now();
  const { output, ...ended } = await invoke(step, env, isQuiet);
  if (isQuiet) console.log(`${title}\n${output.trimEnd()}`);
  const seconds = (Date.now() - started) / 1000;
  const outcome = { step, seconds, ...judge(step, ended) };
  const isGood = outcome.failures.length === 0 && outcome.files.every(({ failures }) => failures.length === 0);
  const near = ended.neared > 0.75 ? `, near its limit of ${step.limitMinutes} minutes without progress` : '';
  console.log(`=== ${step.name}: ${isGood ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)${near}`);
  return outcome;
}

/**
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} quiet
 */
function invoke(step, env, quiet) {
  if (step.report !== undefined) rmSync(step.report, { force: true });
  return run(process.execPath, step.command, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      ...(step.report !== undefined && { [REPORT_VARIABLE]: step.report }),
    },
    limit: step.limitMinutes * 60_000,
    progressed: () => writtenAt(step.report),
    quiet,
  });
}

/**
 * When a suite last left a result, in milliseconds since 1970; 0 where it left none.
 * @param {string | undefined} report
 */
function writtenAt(report) {
  if (report === undefined) return 0;
  return statSync(report, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * @param {Step} step
 * @param {{ code: number, limited: boolean }} ended
 * @returns {{ files: readonly FileResult[], failures: string[] }}
 */
function judge({ report, limitMinutes }, { code, limited }) {
  const limit = limited ? [`ended after ${limitMinutes} minutes without progress`] : [];
  if (report === undefined)
    return { files: [], failures: code === 0 || limited ? limit : [`ended with exit code ${code}; see its output`] };
  const { files, errors, ended } = readReport(report);
  const failures = [...limit, ...errors];
  if (failures.length === 0 && !ended) failures.push(`ended with exit code ${code} before its tests did`);
  if (failures.length === 0 && files.length === 0) failures.push('ran no test');
  const isExplained = files.some((file) => file.failures.length > 0);
  if (failures.length === 0 && code !== 0 && !isExplained)
    failures.push(`ended with exit code ${code}, though no test failed; see its output`);
  return { files, failures };
}

/**
 * Runs each test file that failed once more, alone.
 * @param {readonly Outcome[]} outcomes
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Map<FileResult, FileResult>>} the second result of each file that failed; a file that left none is
 *   not in it
 */
export async function runAgain(outcomes, env) {
  /** @type {Map<FileResult, FileResult>} */
  const again = new Map();
  for (const { step, files } of outcomes)
    for (const file of files.filter(({ failures }) => failures.length > 0)) {
      console.log(`\n=== ${step.name}, once more and alone: ${file.path}`);
      // The report of the whole step stays unchanged.
      const alone = { ...step, command: [...step.command, file.path], report: `${step.report}.again.json` };
      const second = judge(alone, await invoke(alone, env, false));
      const result = second.files.find(({ path }) => path === file.path);
      if (result !== undefined && second.failures.length === 0) again.set(file, result);
    }
  return again;
}
