// Reads one generated archive with libotf2's callback reader and with this project's, in turn, and compares.
// node bench/otf2/run.mjs [locations] [events per location] [rounds]
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { compileWithOtf2, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [locations = '8', eventsPerLocation = '1500000', rounds = '5'] = process.argv.slice(2);

/** @typedef {{ events: number, seconds: number, peakMegabytes: number, problems: string[] }} Run */

/**
 * @param {number} events
 * @param {Run[]} peer
 * @param {Run[]} own
 */
function report(events, peer, own) {
  const speed = (/** @type {Run[]} */ runs) => events / median(runs.map((run) => run.seconds)) / 1e6;
  const [theirs, ours] = [speed(peer), speed(own)];
  const peak = Math.max(...own.map((run) => run.peakMegabytes));
  printRow(['reader', 'M events/s', 'ratio', 'peak RSS']);
  printRow(['libotf2 (C callbacks)', theirs.toFixed(1), '1.00', '']);
  printRow(['trimtab', ours.toFixed(1), (ours / theirs).toFixed(2), `${peak.toFixed(0)} MB`]);
}

/**
 * Generates an archive, reads it in turn with both readers and prints the comparison.
 * @param {string} title
 * @param {{ generate: string, count: string, readAll: string }} programs
 * @param {string} target
 * @param {string[]} options of the generator
 */
function compare(title, programs, target, options) {
  output(programs.generate, [target, locations, eventsPerLocation, ...options]);
  const archive = join(target, 'traces.otf2');
  /** @type {Run[]} */
  const peer = [];
  /** @type {Run[]} */
  const own = [];
  for (let round = 0; round < Number(rounds); round++) {
    peer.push(JSON.parse(output(programs.count, [archive])));
    own.push(JSON.parse(output(process.execPath, [programs.readAll, archive])));
  }
  const [reference] = peer;
  const [first] = own;
  if (reference === undefined || first === undefined) throw new Error('no round was asked for');
  const { events, problems } = first;
  if (events !== reference.events) throw new Error(`libotf2 read ${reference.events} events, trimtab ${events}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const files = readdirSync(join(target, 'traces')).map((name) => statSync(join(target, 'traces', name)).size);
  const megabytes = files.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  process.stdout.write(
    `${title}: ${events} events in ${locations} locations, ${megabytes.toFixed(0)} MB; median of ${rounds} runs\n`,
  );
  report(events, peer, own);
}

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  const programs = {
    generate: join(folder, 'generate'),
    count: join(folder, 'count'),
    readAll: join(folder, 'readAll.cjs'),
  };
  compileWithOtf2(join(here, 'generate.c'), programs.generate);
  compileWithOtf2(join(here, 'count.c'), programs.count);
  await build({
    entryPoints: [join(here, 'readAll.ts')],
    outfile: programs.readAll,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  compare('plain', programs, join(folder, 'plain'), []);
  compare('with call sites', programs, join(folder, 'sites'), ['sites']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
