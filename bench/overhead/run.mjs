// Measures the overhead of measurement on public programs: time, events, bytes and memory of each way relative to the
// uninstrumented program. It needs sources that were fetched before: TRIMTAB_BENCH_SOURCES names the folder with the
// checked-out repositories, and TRIMTAB_BENCH_BUILDS the folder in which their builds stay.
// node bench/overhead/run.mjs [--code NAME]... [--way NAME]... [--rounds N] [--minutes N] [--quick] [--build] [--anew]
// [--table] [--readme]
// Earlier measurements are kept, unless --anew. --table prints all of them and measures nothing. --readme writes them into
// the README when all are complete.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { load, printRow } from '../lib/tools.mjs';
import { codes } from './codes.mjs';
import { finish, keptIn } from './kept.mjs';
import { buildAll, runOnce, sourceOf } from './programs.mjs';
import { isSame, keepResults, least, ratioTo, readResults } from './results.mjs';
import { putInReadme, tableOf } from './table.mjs';
import { ways as allWays } from './ways.mjs';

/** @typedef {import('./codes.mjs').Code} Code */
/** @typedef {import('./results.mjs').Measured} Measured */
/** @typedef {import('./results.mjs').Results} Results */
/** @typedef {import('./ways.mjs').Way} Way */

const { values: options } = parseArgs({
  options: {
    code: { type: 'string', multiple: true },
    way: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
    quick: { type: 'boolean', default: false },
    build: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});
const rounds = options.quick ? 1 : Number(options.rounds);
const ways = allWays.filter(
  ({ name }) => options.way === undefined || name === 'plain' || options.way.some((wanted) => name.includes(wanted)),
);
const end = Date.now() + Number(options.minutes) * 60_000;
const seconds = () => Date.now() / 1000;

function hasEztrace() {
  try {
    execFileSync('eztrace_avail', { stdio: 'ignore' });
    return true;
  } catch {
    return false; // the command itself is asked for, whatever the reason that it does not work
  }
}

/** Why a program is not measured in a way; undefined where it is. @param {Code} code @param {typeof ways[number]} way */
function whyNot(code, way) {
  if (!way.eztrace) return undefined;
  if (code.eztrace === undefined) return 'records nothing of it';
  return hasEztrace() ? undefined : 'not here (apt-get install eztrace)';
}

/** @param {typeof ways[number]} way @param {Results} results */
function print({ name, goal = Infinity, eztrace }, results) {
  const mine = results.get(name);
  if (mine === undefined) return;
  const ratio = ratioTo(results, mine, 'processor');
  printRow([
    name,
    least(mine, 'processor').toFixed(3),
    ratio.toFixed(3),
    ratioTo(results, mine, 'wall').toFixed(3),
    mine.runs.length,
    (eztrace ? undefined : mine.events?.toLocaleString('en')) ?? '', // not contained in EZTrace's definitions
    ((mine.bytes ?? 0) / 1e6).toFixed(2),
    (Math.max(...mine.runs.map(({ kilobytes }) => kilobytes)) / 1e3).toFixed(0),
    `${isSame(results, name) ? 'same' : 'DIFFERS'}${ratio > goal ? ` >${goal}` : ''}`,
  ]);
}

/**
 * Creates the selections of the strategies, from the overhead of all functions.
 * @param {string} place
 * @param {string} selecting
 * @param {string | undefined} profile
 */
function select(place, selecting, profile) {
  if (profile === undefined) return;
  const said = execFileSync(process.execPath, [selecting, profile, place], { encoding: 'utf8' });
  console.log(`functions, and how many are left out: ${said}`);
}

/** Of a run's time by the clock: what others may take of the processors, so that it counts. Threads that wait for each
 * other take many times as long where another program has one of their processors. */
const MOST_OTHERS = 0.08;
const MOST_TRIES = 3;

/**
 * Runs a program, again if others disturbed it: launchers of MPI count as others, too, and are not distinguished.
 * @param {Code} code @param {Way} way @param {string} place @param {Record<string, string>} selection
 */
function runInPeace(code, way, place, selection) {
  let best = runOnce(code, way, place, selection);
  const tries = code.ranks === undefined ? MOST_TRIES : 1;
  for (let done = 1; done < tries && best.others > MOST_OTHERS * best.wall; done++) {
    const run = runOnce(code, way, place, selection);
    if (run.others < best.others) best = run;
  }
  return best;
}

/** One run more. @param {Code} code @param {typeof ways[number]} way @param {string} place @param {string} selecting @param {Measured} measured */
function measureOnce(code, way, place, selecting, measured) {
  const selection = way.strategy === undefined ? {} : { TRIMTAB_SELECTION: join(place, `${way.strategy}.selection`) };
  const run = runInPeace(code, way, place, selection);
  if (measured.runs.length === 0) {
    const records = join(place, 'records');
    if (way.build !== 'plain' && existsSync(join(records, 'raw'))) finish(records);
    const { events, bytes, profile } = keptIn(records);
    Object.assign(measured, { events, bytes });
    if (way.name === 'all functions') select(place, selecting, profile);
  }
  measured.runs.push(run);
}

/** @param {Code} code @param {string} place @param {string} selecting @param {number} until */
function measure(code, place, selecting, until) {
  const results = options.anew ? new Map() : readResults(place, code);
  const begun = seconds();
  let done = 0;
  for (let round = 0; round < rounds; round++) {
    const order = [...ways.keys()];
    // Each round begins at another place, so that none always follows the same one.
    for (const index of round === 0 ? order : [...order.slice(round), ...order.slice(0, round)]) {
      const way = ways[index];
      if (way === undefined || whyNot(code, way) !== undefined || (round > 0 && way.once)) continue;
      const measured = results.get(way.name) ?? { runs: [] };
      if (measured.runs.length > round) continue;
      measureOnce(code, way, place, selecting, measured);
      results.set(way.name, measured);
      keepResults(place, code, results);
      done++;
    }
    if (done > 0 && seconds() + ((seconds() - begun) / done) * ways.length * 0.7 > until) break;
  }
  for (const way of ways) {
    const why = whyNot(code, way);
    if (why === undefined) print(way, results);
    else printRow([way.name, why]);
  }
}

const sources = process.env.TRIMTAB_BENCH_SOURCES;
if (sources === undefined) {
  const fetched = codes.map(({ source }) => source).filter((source) => source.startsWith('https:'));
  const clones = [...new Set(fetched)].map((source) => `  git clone ${source}`).join('\n');
  console.error(`Name a folder with these repositories in TRIMTAB_BENCH_SOURCES:\n${clones}`);
  process.exit(1);
}
const builds = process.env.TRIMTAB_BENCH_BUILDS;
if (options.table) {
  process.stdout.write(tableOf(builds ?? ''));
  process.exit(0);
}
const chosen = codes.filter(({ key }) => options.code === undefined || options.code.includes(key));
const scratch = mkdtempSync(join(tmpdir(), 'trimtab-overhead-'));
try {
  const selecting = join(scratch, 'selection.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'selection.ts')],
    outfile: selecting,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  for (const [index, code] of chosen.entries()) {
    if (!existsSync(sourceOf(sources, code))) {
      console.log(`${code.name}: not there, git clone ${code.source}`);
      continue;
    }
    const place = join(builds ?? scratch, code.key);
    mkdirSync(place, { recursive: true });
    execFileSync('cc', ['-O1', '-o', join(place, 'usage'), join(import.meta.dirname, 'usage.c')]);
    try {
      buildAll(sources, code, place);
      if (options.build) continue;
      const share = (end / 1000 - seconds()) / (chosen.length - index);
      console.log(`\n${code.name}, least of up to ${rounds} rounds in turn, load ${load()}`);
      printRow(['', 'CPU s', 'CPU ratio', 'wall ratio', 'runs', 'events', 'MB', 'peak MB', 'result']);
      measure(code, place, selecting, seconds() + share);
    } catch (error) {
      console.log(`${code.name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
  if (options.readme) putInReadme(tableOf(builds ?? scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
