// Predicted speed-up of a threaded program by the speed-up of each function, from a trace of Trimtab and by COZ.
// node bench/coz/run.mjs [iterations under COZ] [file of the picture]
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';

import { load, median, printRow } from '../lib/tools.mjs';
import { plot } from './plot.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '..', '..', 'dist', 'cli.cjs');
const [iterations = '12000', picture] = process.argv.slice(2);
const TRACED = '200';
/** Iterations of the loop in each function, in millions. */
const WORK = { work_longer: 2, work_shorter: 1.4, work_alone: 0.6 };
const FUNCTIONS = Object.keys(WORK);
/** Speed-ups of a function in percent. */
const STEPS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/** COZ's experiments with a speed-up that has fewer are too few for a mean. */
const FEWEST = 2;

/** @typedef {Map<string, { readonly speedup: number, readonly gain: number }[]>} Curves by function, in percent */

const folder = mkdtempSync(join(tmpdir(), 'trimtab-coz-'));
const source = join(folder, 'program.c');

/** Line of the body of a function. @param {string} name */
function lineOf(name) {
  const lines = readFileSync(source, 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(`void ${name}(`)) + 1;
}

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function run(command, parameters) {
  execFileSync(command, parameters, { cwd: folder, stdio: 'ignore' });
}

/** @returns {Curves} */
function predicted() {
  writeFileSync(
    join(folder, 'trimtab.yaml'),
    [
      'version: 1',
      'program: program',
      'target: local',
      'ranks: 1',
      'build: { command: [trimtab-cc, gcc, -O1, -fopenmp, program.c, -o, program] }',
      `run: { command: [./program, '${TRACED}'] }`,
      "environment: { OMP_NUM_THREADS: '2' }",
      'sources: [program.c]',
      'measure: { mode: trace }',
      '',
    ].join('\n'),
  );
  run(process.execPath, [cli, 'run', '.']);
  return new Map(
    FUNCTIONS.map((name) => {
      const scales = STEPS.flatMap((speedup) => ['--scale', `${name}=${(1 - speedup / 100).toFixed(2)}`]);
      const text = execFileSync(process.execPath, [cli, 'whatif', 'latest', ...scales, '--json'], {
        cwd: folder,
        encoding: 'utf8',
      });
      /** @type {{ predictions: { share: number }[] }} */
      const { predictions } = JSON.parse(text);
      return [name, STEPS.map((speedup, at) => ({ speedup, gain: 100 * (predictions[at]?.share ?? NaN) }))];
    }),
  );
}

/** @returns {Curves} */
function measured() {
  // COZ of Debian 12 reads no line tables of DWARF 5.
  run('gcc', ['-gdwarf-3', '-gstrict-dwarf', '-DUSE_COZ', '-O1', '-pthread', 'program.c', '-o', 'coz', '-ldl']);
  const file = join(folder, 'profile.coz');
  run('coz', ['run', '-o', file, '---', './coz', iterations]);
  const periods = periodsIn(readFileSync(file, 'utf8'));
  return new Map(
    FUNCTIONS.map((name) => {
      const ofLine = periods.get(lineOf(name)) ?? new Map();
      const base = median(ofLine.get(0) ?? [NaN]);
      const points = [...ofLine].filter(([, found]) => found.length >= FEWEST);
      const gains = points.map(([speedup, found]) => ({ speedup, gain: 100 * (1 - median(found) / base) }));
      return [name, gains.sort((one, other) => one.speedup - other.speedup)];
    }),
  );
}

/**
 * Nanoseconds per iteration, by line and speed-up, as COZ's viewer computes them.
 * @param {string} profile
 */
function periodsIn(profile) {
  /** @type {Map<number, Map<number, number[]>>} */
  const found = new Map();
  let experiment = /** @type {{ line: number, speedup: number, duration: number } | undefined} */ (undefined);
  for (const row of profile.split('\n')) {
    const begun = /^experiment\tselected=.*:(\d+)\tspeedup=([\d.]+)\tduration=(\d+)/.exec(row);
    if (begun) {
      const [, line, speedup, duration] = begun;
      experiment = { line: Number(line), speedup: Math.round(100 * Number(speedup)), duration: Number(duration) };
    }
    const delta = Number(/^(?:throughput|progress)-point\t.*delta=(\d+)/.exec(row)?.[1] ?? 0);
    if (delta === 0 || experiment === undefined) continue;
    const { line, speedup, duration } = experiment;
    const ofLine = found.get(line) ?? new Map();
    found.set(line, ofLine.set(speedup, [...(ofLine.get(speedup) ?? []), duration / delta]));
    experiment = undefined;
  }
  return found;
}

/**
 * Gain per speed-up, by least squares through the origin: lines are ranked by it.
 * @param {{ speedup: number, gain: number }[]} points
 */
function slope(points) {
  const sum = points.reduce((all, { speedup, gain }) => all + speedup * gain, 0);
  return sum / points.reduce((all, { speedup }) => all + speedup ** 2, 0);
}

/**
 * Gain in percent if all loops take the same time per iteration.
 * @param {string} name
 * @param {number} speedup
 */
function closedForm(name, speedup) {
  const runTime = (/** @type {typeof WORK} */ { work_longer, work_shorter, work_alone }) =>
    work_alone + Math.max(work_longer, work_shorter);
  const time = Object.entries(WORK).find(([known]) => known === name)?.[1] ?? 0;
  return 100 * (1 - runTime({ ...WORK, [name]: time * (1 - speedup / 100) }) / runTime(WORK));
}

try {
  if (!existsSync(cli)) throw new Error('run npm run build first');
  cpSync(join(here, 'program.c'), source);
  const [ours, theirs] = [predicted(), measured()];
  process.stdout.write('Gain of the run time in percent by the speed-up of a function.\n\n');
  printRow(['', 'speed-up', 'closed form', 'Trimtab', 'COZ', 'load']);
  for (const name of FUNCTIONS)
    for (const { speedup, gain } of theirs.get(name) ?? []) {
      const points = ours.get(name) ?? [];
      const gains = [closedForm(name, speedup), at(points, speedup), gain].map((percent) => percent.toFixed(1));
      printRow([name, `${speedup} %`, ...gains, load()]);
    }
  process.stdout.write('\n');
  printRow(['gain per speed-up', '', 'Trimtab', 'COZ']);
  for (const name of FUNCTIONS)
    printRow([name, '', slope(ours.get(name) ?? []).toFixed(2), slope(theirs.get(name) ?? []).toFixed(2)]);
  if (picture !== undefined) writeFileSync(picture, plot(FUNCTIONS, ours, theirs));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Linear between points.
 * @param {readonly { readonly speedup: number, readonly gain: number }[]} points
 * @param {number} speedup
 */
function at(points, speedup) {
  const next = points.findIndex((point) => point.speedup >= speedup);
  const [before, after] = [points[next - 1], points[next]];
  if (after === undefined) return NaN;
  if (before === undefined || after.speedup === speedup) return after.gain;
  return before.gain + ((after.gain - before.gain) * (speedup - before.speedup)) / (after.speedup - before.speedup);
}
