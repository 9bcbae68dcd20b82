// Compares the analysis of these sources with that of an earlier state, in turn on the same traces.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { load, output, printRow } from '../lib/tools.mjs';
import { analysisOf, CALLS, generatorIn, root } from './programs.mjs';

/** @typedef {import('./programs.mjs').Run} Run */

/** Traces: kind of program, number of locations, density of calls. */
const TRACES = /** @type {const} */ ([
  ['lu', 4, 'few'],
  ['halo', 4, 'few'],
  ['allreduce', 4, 'few'],
  ['lu', 64, 'some'],
  ['allreduce', 4096, 'some'],
]);

/** The tag of the newest release; the commit before this one if there is none. */
function lastRelease() {
  const tags = output('git', ['-C', root, 'tag', '--list', 'v*', '--sort=-v:refname']).split('\n');
  return tags.find((tag) => tag !== '') ?? 'HEAD~1';
}

/**
 * Checks an earlier state out, with the packages of this one.
 * @param {string} reference
 * @param {string} folder
 */
function checkOut(reference, folder) {
  mkdirSync(folder);
  const archive = join(folder, 'sources.tar');
  output('git', ['-C', root, 'archive', '--output', archive, reference, 'src', 'bench/trace', 'tsconfig.json']);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * @param {readonly Run[]} runs
 * @param {'seconds' | 'processorSeconds' | 'peakMegabytes'} of
 */
const least = (runs, of) => Math.min(...runs.map((run) => run[of]));

/**
 * @param {Run | undefined} one
 * @param {Run | undefined} other
 */
function sameness(one, other) {
  if (one?.digest === undefined || other?.digest === undefined) return 'unknown';
  return one.digest === other.digest ? 'equal' : 'DIFFERENT';
}

/**
 * Prints the ratios of least times and peaks, below 1 if these sources are faster or smaller.
 * @param {string} folder for temporary files
 * @param {{ reference: string | undefined, events: number, rounds: number }} options
 */
export async function check(folder, { reference = lastRelease(), events, rounds }) {
  const threads = availableParallelism();
  const ours = join(folder, 'now');
  mkdirSync(ours);
  const now = await analysisOf(root, ours);
  const before = await analysisOf(checkOut(reference, join(folder, 'checkout')), join(folder, 'checkout'));
  const generate = generatorIn(folder);
  process.stdout.write(`These sources / ${reference}, ${rounds} rounds in turn, least values; load ${load()}\n`);
  const wall = `wall, ${threads}`;
  printRow(['trace', 'M events', 'CPU s, before', 'CPU s, now', 'ratio', wall, 'peak', 'severities', 'load']);
  for (const [pattern, locations, density] of TRACES) {
    const target = join(folder, 'archive');
    const archive = generate(target, pattern, locations, events, CALLS[density]);
    /** @type {Record<'now' | 'before' | 'nowTogether' | 'beforeTogether', Run[]>} */
    const runs = { now: [], before: [], nowTogether: [], beforeTogether: [] };
    for (let round = 0; round < rounds; round++) {
      runs.before.push(before(archive, 1));
      runs.now.push(now(archive, 1));
      runs.beforeTogether.push(before(archive, threads));
      runs.nowTogether.push(now(archive, threads));
    }
    rmSync(target, { recursive: true });
    const [earlier, own] = [least(runs.before, 'processorSeconds'), least(runs.now, 'processorSeconds')];
    printRow([
      `${pattern}, ${locations}, ${density}`,
      ((runs.now[0]?.events ?? 0) / 1e6).toFixed(1),
      earlier.toFixed(2),
      own.toFixed(2),
      (own / earlier).toFixed(3),
      (least(runs.nowTogether, 'seconds') / least(runs.beforeTogether, 'seconds')).toFixed(3),
      (least(runs.now, 'peakMegabytes') / least(runs.before, 'peakMegabytes')).toFixed(2),
      sameness(runs.now[0], runs.before[0]),
      load(),
    ]);
  }
}
