// Analyzes generated MPI traces completely, root causes included, compared with libotf2's C reader that only counts events.
// node bench/trace/run.mjs [million events] [rounds] [largest number of locations]
// node bench/trace/run.mjs --check [commit] [million events] [rounds]: this state compared with an earlier one
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { load, median, printRow } from '../lib/tools.mjs';
import { check } from './check.mjs';
import { analysisOf, CALLS, counterIn, generatorIn, root } from './programs.mjs';

const THREADS = availableParallelism();
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));

/** @typedef {import('./programs.mjs').Run} Run */
/** @typedef {{ events: number, theirs: number, alone: Run, together: Run }} Result */

/**
 * The run of median length.
 * @param {Run[]} runs
 */
function typical(runs) {
  const middle = median(runs.map(({ seconds }) => seconds));
  const peakMegabytes = Math.max(...runs.map((run) => run.peakMegabytes));
  const found = runs.find(({ seconds }) => seconds === middle);
  if (found === undefined) throw new Error('nothing was measured');
  return { ...found, peakMegabytes };
}

/**
 * @typedef {object} Programs
 * @property {ReturnType<typeof generatorIn>} generate
 * @property {ReturnType<typeof counterIn>} count
 * @property {Awaited<ReturnType<typeof analysisOf>>} analyze
 */

/**
 * Generates an archive and has it read by the peer and analyzed with one thread and with all, in turn.
 * @param {Programs} programs
 * @param {number} rounds
 * @param {string} pattern
 * @param {number} locations
 * @param {number} events
 * @param {number} calls
 * @returns {Result}
 */
function compare({ generate, count, analyze }, rounds, pattern, locations, events, calls) {
  const target = join(folder, 'archive');
  const archive = generate(target, pattern, locations, events, calls);
  /** @type {{ events: number, seconds: number }[]} */
  const peer = [];
  /** @type {Run[]} */
  const alone = [];
  /** @type {Run[]} */
  const together = [];
  for (let round = 0; round < rounds; round++) {
    peer.push(count(archive));
    alone.push(analyze(archive, 1));
    together.push(analyze(archive, THREADS));
  }
  rmSync(target, { recursive: true });
  const [reference] = peer;
  const [first] = alone;
  if (reference === undefined || first === undefined) throw new Error('no round was asked for');
  const { events: own, problems, findings } = first;
  if (own !== reference.events) throw new Error(`libotf2 read ${reference.events} events, trimtab ${own}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (findings === 0) throw new Error('no finding, though some ranks are slower than others');
  const theirs = median(peer.map(({ seconds }) => seconds));
  return { events: own, theirs, alone: typical(alone), together: typical(together) };
}

const speed = (/** @type {number} */ events, /** @type {number} */ seconds) => (events / seconds / 1e6).toFixed(1);

/**
 * @param {string} name
 * @param {Result} result
 */
function printResult(name, { events, theirs, alone, together }) {
  printRow([
    name,
    (events / 1e6).toFixed(1),
    speed(events, theirs),
    speed(events, alone.seconds),
    speed(events, together.seconds),
    (theirs / together.seconds).toFixed(2),
    `${alone.peakMegabytes.toFixed(0)} MB`,
    `${together.peakMegabytes.toFixed(0)} MB`,
    `${alone.processorSeconds.toFixed(1)} s`,
    load(),
  ]);
}

/** @param {string} title */
function printTitle(title) {
  process.stdout.write(`\n${title}\n`);
  const threads = `${THREADS} threads`;
  printRow([
    '',
    'M events',
    'libotf2 M/s',
    '1 thread M/s',
    `${threads} M/s`,
    'ratio',
    'peak, 1',
    `peak, ${THREADS}`,
    'CPU, 1',
    'load',
  ]);
}

/** @param {readonly string[]} words */
async function compareWithPeer([millions = '16.7', rounds = '3', mostLocations = '4096']) {
  const events = Number(millions) * 1e6;
  /** @type {Programs} */
  const programs = { generate: generatorIn(folder), count: counterIn(folder), analyze: await analysisOf(root, folder) };
  /** @type {(name: string, pattern: string, locations: number, events: number, calls: number) => void} */
  const row = (name, ...trace) => printResult(name, compare(programs, Number(rounds), ...trace));
  process.stdout.write(`Whole analysis beside libotf2's C callback reader; median of ${rounds} runs.\n`);
  printTitle('By kind of program, 4 locations');
  for (const pattern of ['lu', 'halo', 'allreduce']) {
    for (const [density, calls] of Object.entries(CALLS))
      row(`${pattern}, ${density} calls`, pattern, 4, events, calls);
  }
  printTitle('By events, lu, 64 locations');
  for (const share of [1 / 8, 1 / 4, 1 / 2, 1])
    row(`${(share * Number(millions)).toFixed(1)} M`, 'lu', 64, events * share, CALLS.some);
  for (const pattern of ['lu', 'allreduce']) {
    printTitle(`By locations, ${pattern}`);
    for (let locations = 4; locations <= Number(mostLocations); locations *= 4)
      row(`${locations} locations`, pattern, locations, events, CALLS.some);
  }
}

const words = process.argv.slice(2);
try {
  if (words[0] === '--check') {
    const [, second = '', ...rest] = words;
    const reference = /^[\d.]*$/.test(second) ? undefined : second;
    const [millions = '4', rounds = '5'] = (reference === undefined ? [second, ...rest] : rest).filter(Boolean);
    await check(folder, { reference, events: Number(millions) * 1e6, rounds: Number(rounds) });
  } else await compareWithPeer(words);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
