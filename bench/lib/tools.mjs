// Common functions of the benchmarks: running programs, compiling with libotf2, medians and tables.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import process from 'node:process';

/**
 * Runs a program and returns what it printed.
 * @param {string} command
 * @param {string[]} parameters
 */
export function output(command, parameters) {
  return execFileSync(command, parameters, { encoding: 'utf8' });
}

/**
 * Compiles a C program that uses libotf2.
 * @param {string} source
 * @param {string} target
 */
export function compileWithOtf2(source, target) {
  const flags = (/** @type {string[]} */ ...kinds) =>
    kinds.flatMap((what) => output('otf2-config', [what]).trim().split(/\s+/));
  const words = ['-O2', ...flags('--cflags'), source, '-o', target, ...flags('--ldflags', '--libs')];
  output('cc', words.filter(Boolean));
}

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

/** Returns the load of the machine over the last minute: times are reliable only if it is low. */
export function load() {
  const [minute = NaN] = loadavg();
  return minute.toFixed(1);
}

/**
 * Prints a row of a table: the first cell to the left, the others to the right.
 * @param {readonly (string | number)[]} cells
 */
export function printRow(cells) {
  const [first = '', ...others] = cells.map(String);
  process.stdout.write(`${first.padEnd(22)}${others.map((cell) => cell.padStart(14)).join('')}\n`);
}
