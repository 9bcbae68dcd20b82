// Prints the measurements as tables.
import process from 'node:process';

import { load, printRow } from '../lib/tools.mjs';

/**
 * @param {readonly number[]} numbers
 * @param {number} share
 */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const FRAME = 1000 / 60;

/**
 * @param {string} title
 * @param {{ spent: number, done: import('./page/harness.js').Moved }} measured
 */
export function printMotion(title, { spent, done }) {
  const { frames, latencies, failures } = done;
  const work = frames.map((frame) => frame.work);
  const within = work.filter((each) => each <= FRAME).length / work.length;
  const sum = (/** @type {'drawn' | 'coarse' | 'wanted'} */ what) => frames.reduce((all, each) => all + each[what], 0);
  const { tiles = [] } = latencies;
  process.stdout.write(`\n${title}; load ${load()}\n`);
  printRow([
    'work, ms',
    'p50',
    'p95',
    'p99',
    '<= 16.7 ms',
    'processor',
    'coarser',
    'unpainted',
    'tiles',
    'tile p50',
    'tile p95',
  ]);
  const ms = [0.5, 0.95, 0.99].map((share) => quantile(work, share).toFixed(1));
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  // A pixel more or less at an edge is none.
  const unpainted = frames.reduce((all, { wanted, drawn }) => all + (wanted - drawn > 1 ? wanted - drawn : 0), 0);
  const areas = [percent(sum('coarse') / sum('drawn')), unpainted.toFixed(0)];
  const waits = [0.5, 0.95].map((share) => quantile(tiles, share).toFixed(0));
  printRow(['', ...ms, percent(within), (spent / frames.length).toFixed(1), ...areas, tiles.length, ...waits]);
  const [failure] = failures;
  if (failure !== undefined) process.stdout.write(`  ${failures.length} questions failed: ${failure}\n`);
}
