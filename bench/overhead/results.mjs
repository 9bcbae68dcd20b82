// Measurements, kept next to the builds, so that an interrupted benchmark continues.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeState } from './programs.mjs';

/** @typedef {import('./codes.mjs').Code} Code */
/** @typedef {import('./programs.mjs').Run} Run */

/**
 * @typedef {object} Measured a program in one way
 * @property {Run[]} runs
 * @property {number} [events] of the first run
 * @property {number} [bytes]
 */

/** @typedef {Map<string, Measured>} Results by the names of ways */

/** @param {string} place */
const fileOf = (place) => join(place, 'results.json');

/**
 * Returns the measurements with this probe and these arguments; empty otherwise.
 * @param {string} place
 * @param {Code} code
 */
export function readResults(place, code) {
  const kept = existsSync(fileOf(place)) ? JSON.parse(readFileSync(fileOf(place), 'utf8')) : {};
  /** @type {Results} */
  const results = new Map(kept.state === stateOf(code) ? Object.entries(kept.ways) : []);
  return results;
}

/** @param {string} place @param {Code} code @param {Results} results */
export function keepResults(place, code, results) {
  const kept = { state: stateOf(code), ways: Object.fromEntries(results) };
  writeFileSync(fileOf(place), `${JSON.stringify(kept)}\n`);
}

/** @param {Code} code */
function stateOf({ build, run, inputs, ranks, threads }) {
  const words = JSON.stringify([probeState(), build, run, inputs, ranks, threads]);
  return createHash('sha256').update(words).digest('hex');
}

/** Of a way's runs. @param {Measured | undefined} measured @param {'wall' | 'processor'} what */
export const least = (measured, what) => leastOf(measured?.runs ?? [], what);

/** @param {Run[]} runs @param {'wall' | 'processor'} what */
const leastOf = (runs, what) => Math.min(...runs.map((run) => run[what]));

/**
 * Returns the minimum of a way relative to the minimum of the uninstrumented program in as many rounds: that of more
 * rounds would be less.
 * @param {Results} results @param {Measured} measured @param {'wall' | 'processor'} what
 */
export const ratioTo = (results, measured, what) =>
  least(measured, what) / leastOf((results.get('plain')?.runs ?? []).slice(0, measured.runs.length), what);

/** Whether a way's runs all gave what the plain program gives. @param {Results} results @param {string} way */
export function isSame(results, way) {
  const [plain] = results.get('plain')?.runs ?? [];
  return (results.get(way)?.runs ?? []).every(({ result }) => result !== '' && result === plain?.result);
}
