// Analyzes generated MPI traces completely, root causes included, compared with libotf2's C reader that only counts events.
// node bench/trace/run.mjs [million events] [rounds] [largest number of locations]
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { copyProperties } from '../../scripts/lib/aslFiles.mjs';
import { compileWithOtf2, load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const [millions = '16.7', rounds = '3', mostLocations = '4096'] = process.argv.slice(2);
const EVENTS = Number(millions) * 1e6;
const THREADS = availableParallelism();
/** Functions called between two exchanges with neighbors: everything instrumented, some functions, nearly only MPI. */
const CALLS = { every: 120, some: 16, few: 2 };

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
const programs = {
  generate: join(folder, 'generate'),
  count: join(folder, 'count'),
  analyze: join(folder, 'analyze.mjs'),
  worker: join(folder, 'analysisWorker.cjs'),
};

/** @typedef {{ events: number, findings: number, seconds: number, processorSeconds: number, peakMegabytes: number, problems: string[] }} Run */
/** @typedef {{ events: number, theirs: number, alone: Run, together: Run }} Result */

async function prepare() {
  compileWithOtf2(join(here, 'generate.c'), programs.generate);
  compileWithOtf2(join(here, '..', 'otf2', 'count.c'), programs.count);
  /** @type {import('esbuild').BuildOptions} */
  const bundle = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' };
  const banner = { js: 'const __dirname = import.meta.dirname;' };
  const entry = join(here, 'analyze.ts');
  await build({ ...bundle, entryPoints: [entry], outfile: programs.analyze, format: 'esm', banner });
  const worker = join(root, 'src/engine/workers/analysisWorker.ts');
  await build({ ...bundle, entryPoints: [worker], outfile: programs.worker, format: 'cjs' });
  copyProperties(folder);
}

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
 * Generates an archive and has it read by the peer and analyzed with one thread and with all, in turn.
 * @param {string} pattern
 * @param {number} locations
 * @param {number} events
 * @param {number} calls
 * @returns {Result}
 */
function compare(pattern, locations, events, calls) {
  const target = join(folder, 'archive');
  output(programs.generate, [target, pattern, String(locations), String(events), String(calls)]);
  const archive = join(target, 'traces.otf2');
  const analyze = (/** @type {number} */ threads) => {
    /** @type {Run} */
    const run = JSON.parse(output(process.execPath, [programs.analyze, archive, String(threads), programs.worker]));
    return run;
  };
  /** @type {{ events: number, seconds: number }[]} */
  const peer = [];
  /** @type {Run[]} */
  const alone = [];
  /** @type {Run[]} */
  const together = [];
  for (let round = 0; round < Number(rounds); round++) {
    peer.push(JSON.parse(output(programs.count, [archive])));
    alone.push(analyze(1));
    together.push(analyze(THREADS));
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

try {
  await prepare();
  process.stdout.write(`Whole analysis beside libotf2's C callback reader; median of ${rounds} runs.\n`);
  printTitle('By kind of program, 4 locations');
  for (const pattern of ['lu', 'halo', 'allreduce']) {
    for (const [density, calls] of Object.entries(CALLS)) {
      printResult(`${pattern}, ${density} calls`, compare(pattern, 4, EVENTS, calls));
    }
  }
  printTitle('By events, lu, 64 locations');
  for (const share of [1 / 8, 1 / 4, 1 / 2, 1]) {
    printResult(`${(share * Number(millions)).toFixed(1)} M`, compare('lu', 64, EVENTS * share, CALLS.some));
  }
  for (const pattern of ['lu', 'allreduce']) {
    printTitle(`By locations, ${pattern}`);
    for (let locations = 4; locations <= Number(mostLocations); locations *= 4) {
      printResult(`${locations} locations`, compare(pattern, locations, EVENTS, CALLS.some));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
