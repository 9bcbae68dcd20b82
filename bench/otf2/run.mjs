// Reads one generated archive with libotf2's callback reader and with this project's, in turn, and compares.
// node bench/otf2/run.mjs [locations] [events per location] [rounds]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [locations = '8', eventsPerLocation = '1500000', rounds = '5'] = process.argv.slice(2);

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function output(command, parameters) {
  return execFileSync(command, parameters, { encoding: 'utf8' });
}

/**
 * @param {string} source
 * @param {string} target
 */
function compile(source, target) {
  const flags = ['--cflags', '--ldflags', '--libs'].map((what) => output('otf2-config', [what]).trim().split(/\s+/));
  const [cflags, ldflags, libs] = flags;
  output('cc', ['-O2', ...cflags, join(here, source), '-o', target, ...ldflags, ...libs].filter(Boolean));
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** @param {string[]} cells */
function row(cells) {
  return `${cells[0].padEnd(22)}${cells
    .slice(1)
    .map((cell) => cell.padStart(14))
    .join('')}\n`;
}

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
  process.stdout.write(row(['reader', 'M events/s', 'ratio', 'peak RSS']));
  process.stdout.write(row(['libotf2 (C callbacks)', theirs.toFixed(1), '1.00', '']));
  process.stdout.write(row(['trimtab', ours.toFixed(1), (ours / theirs).toFixed(2), `${peak.toFixed(0)} MB`]));
}

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  const [generate, count, readAll] = ['generate', 'count', 'readAll.cjs'].map((name) => join(folder, name));
  compile('generate.c', generate);
  compile('count.c', count);
  await build({
    entryPoints: [join(here, 'readAll.ts')],
    outfile: readAll,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  const archive = join(folder, 'archive', 'traces.otf2');
  output(generate, [dirname(archive), locations, eventsPerLocation]);
  /** @type {Run[]} */
  const peer = [];
  /** @type {Run[]} */
  const own = [];
  for (let round = 0; round < Number(rounds); round++) {
    peer.push(JSON.parse(output(count, [archive])));
    own.push(JSON.parse(output(process.execPath, [readAll, archive])));
  }
  const { events, problems } = own[0];
  if (events !== peer[0].events) throw new Error(`libotf2 read ${peer[0].events} events, trimtab ${events}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const bytes = statSync(join(folder, 'archive', 'traces', '0.evt')).size;
  process.stdout.write(
    `${events} events in ${locations} locations, about ${((bytes * Number(locations)) / 2 ** 20).toFixed(0)} MB; median of ${rounds} runs\n`,
  );
  report(events, peer, own);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
