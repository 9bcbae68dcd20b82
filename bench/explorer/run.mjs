// Moves in the timeline and the Explorer of large runs, in Chromium without a GPU, and opens the same calls in Speedscope.
// node bench/explorer/run.mjs [million events] [frames] [largest number of locations]
// TRIMTAB_BENCH_SPEEDSCOPE: folder of the package speedscope 1.25.0 (npm install speedscope@1.25.0, outside of this project).
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { copyProperties } from '../../scripts/lib/aslFiles.mjs';
import { productBundles } from '../../scripts/lib/bundles.mjs';
import { compileWithOtf2, load, output, printRow } from '../lib/tools.mjs';
import { openInPeer } from './peer.mjs';
import { inPage } from './session.mjs';
import { printMotion, quantile } from './tables.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [millions = '40', frames = '900', mostLocations = '4096'] = process.argv.slice(2);
const COUNTS = [64, 4096].filter((locations) => locations <= Number(mostLocations));
/** Rows that the page shows: more locations are shown in groups of 64. */
const ROWS = 64;
/** Functions called between two exchanges with neighbors. */
const CALLS = '16';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
const pictures = process.env.TRIMTAB_BENCH_PICTURES;
if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
const programs = {
  generate: join(folder, 'generate'),
  prepare: join(folder, 'prepare.cjs'),
  convert: join(folder, 'convert.cjs'),
  serve: join(folder, 'serve.cjs'),
  worker: join(folder, 'measurementWorker.cjs'),
  analysis: join(folder, 'analysisWorker.cjs'),
  harness: join(folder, 'harness.js'),
  bundles: join(folder, 'pages'),
};

async function prepare() {
  compileWithOtf2(join(here, '../trace/generate.c'), programs.generate);
  const engine = join(here, '../../src/engine');
  await build({
    entryPoints: {
      prepare: join(here, 'prepare.ts'),
      convert: join(here, 'convert.ts'),
      serve: join(here, 'serve.ts'),
      measurementWorker: join(engine, 'workers/measurementWorker.ts'),
      analysisWorker: join(engine, 'workers/analysisWorker.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'cjs', mainFields: ['module', 'main'] },
    // Answers of the extension import its texts, outside of VS Code as in the tests.
    alias: { vscode: join(here, '../../test/support/vscode.ts') },
    logLevel: 'error',
  });
  // Files that the analysis reads in addition to its bundle.
  copyProperties(folder);
  const page = /** @type {const} */ ({ bundle: true, platform: 'browser', target: 'es2022', format: 'iife' });
  await build({ entryPoints: [join(here, 'page/harness.ts')], outfile: programs.harness, ...page, logLevel: 'error' });
  for (const { name, options } of productBundles().builds)
    if (name === 'timeline' || name === 'explorer')
      await build({ ...options, sourcemap: false, outfile: join(programs.bundles, `${name}.js`) });
}

/**
 * @param {string} name
 * @param {number} locations
 * @param {number} events
 * @param {'lu' | 'allreduce'} pattern
 */
function generate(name, locations, events, pattern = 'lu') {
  const target = join(folder, name);
  const calls = pattern === 'lu' ? CALLS : '2';
  output(programs.generate, [target, pattern, String(locations), String(Math.round(events)), calls]);
  return join(target, 'traces.otf2');
}

/** @typedef {{ events: number, processorSeconds: number, peak: number, id: string, bytes: number }} Kept */

/** @param {string[]} words @returns {Kept} */
const made = (...words) =>
  JSON.parse(output(process.execPath, ['--max-old-space-size=8192', programs.prepare, ...words]));

/**
 * Returns the cost of a timeline, in processor time of one thread: the minimum of three analyses with one, minus that
 * of three without.
 * @param {string} archive
 */
function costOfTimeline(archive) {
  const file = join(folder, 'cost.bin');
  const [plain, timeline] = [[''], [file]].map((words) =>
    Math.min(...[1, 2, 3].map(() => made('cost', archive, ...words).processorSeconds)),
  );
  rmSync(file, { force: true });
  return (timeline ?? NaN) / (plain ?? NaN);
}

/**
 * An experiment of the archive.
 * @param {string} archive
 * @param {string} store
 */
const keep = (archive, store) => made('analyze', archive, programs.analysis, store);

/**
 * @param {string} store
 * @param {string} id
 * @param {string} name
 */
async function moveIn(store, id, name) {
  const picture = pictures === undefined ? {} : { picture: join(pictures, `${name}.png`) };
  return await inPage(programs, { store, id, page: 'timeline', rows: ROWS, ...picture }, async (page, server) => {
    const moved = await page.evaluate((count) => window.bench.timeline(count), Number(frames));
    /** @type {number[]} */
    const tiles = JSON.parse(JSON.stringify(await server.ask('tiles')));
    /** @type {number[]} */
    const worst = JSON.parse(JSON.stringify(await server.ask(`worst/${id}`)));
    /** @type {number[]} */
    const matrix = JSON.parse(JSON.stringify(await server.ask(`matrix/${id}`)));
    return { ...moved, tiles, worst, matrix };
  });
}

/**
 * Runs an action while analyses of an archive run one after the other, as during a measurement of the next version.
 * @template T
 * @param {string} archive
 * @param {() => Promise<T>} act
 */
async function besideAnalysis(archive, act) {
  const words = [programs.prepare, 'analyze', archive, programs.analysis];
  const start = () => spawn(process.execPath, words, { stdio: 'ignore' });
  let isOver = false;
  let child = start();
  const again = () => {
    if (isOver) return;
    child = start();
    child.on('exit', again);
  };
  child.on('exit', again);
  try {
    return await act();
  } finally {
    isOver = true;
    child.kill();
  }
}

async function timelines() {
  /** @type {[string, string][]} */
  const facts = [];
  for (const locations of COUNTS) {
    const store = join(folder, `store-${locations}`);
    const archive = generate(`large-${locations}`, locations, Number(millions) * 1e6);
    const ratio = costOfTimeline(archive);
    const kept = keep(archive, store);
    const small = keep(generate(`small-${locations}`, locations, 1000, 'allreduce'), store);
    facts.push(
      [`${locations} locations: analysis with a timeline, of that without`, ratio.toFixed(3)],
      [`${locations} locations: timeline, bytes an event`, (kept.bytes / kept.events).toFixed(2)],
    );
    const large = await moveIn(store, kept.id, `${locations}-large`);
    const control = await moveIn(store, small.id, `${locations}-control`);
    printMotion(`${locations} locations, ${(kept.events / 1e6).toFixed(1)} M events`, large);
    printMotion(`${locations} locations, ${small.events} events (control)`, control);
    const name = `${locations}-beside`;
    const beside = await besideAnalysis(archive, () => moveIn(store, kept.id, name));
    printMotion(`${locations} locations, the large one while it is analyzed beside`, beside);
    const work = (/** @type {typeof large} */ { done }) => done.frames.map((frame) => frame.work);
    facts.push(
      [
        `${locations} locations: work p95, of the control's`,
        (quantile(work(large), 0.95) / quantile(work(control), 0.95)).toFixed(2),
      ],
      [`${locations} locations: first picture of the kept run, ms`, large.first.toFixed(0)],
      [`${locations} locations: first picture while it is analyzed beside, ms`, beside.first.toFixed(0)],
      [
        `${locations} locations: answer to a tile in the engine, p50 and p95, ms`,
        [0.5, 0.95].map((share) => quantile(large.done.tiles, share).toFixed(0)).join(', '),
      ],
      [
        `${locations} locations: who sends to whom, first, again, and three windows, ms`,
        large.done.matrix.map((each) => each.toFixed(0)).join(', '),
      ],
      [`${locations} locations: engine's memory, above the control's, MB`, (large.grown - control.grown).toFixed(0)],
      [`${locations} locations: slowest query for a worst wait, ms`, Math.max(...large.done.worst).toFixed(0)],
      [
        `${locations} locations: page's heap at the first picture and after moving, MB`,
        `${large.heap.toFixed(1)}, ${large.heapAfter.toFixed(1)}`,
      ],
      [`${locations} locations: to the page for ${frames} frames, MB`, (large.done.bytes / 1e6).toFixed(1)],
    );
    rmSync(dirname(archive), { recursive: true });
    rmSync(store, { recursive: true });
  }
  for (const [what, value] of facts) process.stdout.write(`${what}: ${value}\n`);
}

async function peers() {
  const release = join(process.env.TRIMTAB_BENCH_SPEEDSCOPE ?? '', 'dist', 'release');
  if (!existsSync(join(release, 'index.html'))) {
    process.stdout.write('No Speedscope: TRIMTAB_BENCH_SPEEDSCOPE names no folder of its package; it is left out.\n');
    return;
  }
  process.stdout.write('\nThe same calls in Speedscope 1.25.0, 64 locations\n');
  printRow(['', 'first picture ms', 'heap MB', 'Speedscope ms', 'heap MB', 'its file MB']);
  for (const count of [1, 4, 16]) {
    const store = join(folder, `store-peer-${count}`);
    const archive = generate(`peer-${count}`, 64, count * 1e6);
    const { id } = keep(archive, store);
    const own = await inPage(programs, { store, id, page: 'timeline', rows: ROWS }, () => Promise.resolve(undefined));
    const file = join(folder, 'peer.json');
    execFileSync(process.execPath, [programs.convert, archive, file]);
    const peer = await openInPeer(release, file, pictures);
    const theirs = peer.is === 'shown' ? [peer.first.toFixed(0), peer.heap.toFixed(0)] : ['fails', ''];
    printRow([
      `${count} M events`,
      own.first.toFixed(0),
      own.heap.toFixed(1),
      ...theirs,
      (statSync(file).size / 1e6).toFixed(0),
    ]);
    if (peer.is === 'failed') process.stdout.write(`  Speedscope: ${peer.why}\n`);
    for (const path of [dirname(archive), store, file]) rmSync(path, { recursive: true });
  }
}

async function tree() {
  const store = join(folder, 'store-tree');
  const { id } = made('tree', store, '100000');
  const picture = pictures === undefined ? {} : { picture: join(pictures, 'tree.png') };
  const { first, done } = await inPage(
    programs,
    { store, id, page: 'explorer', rows: 1, ...picture },
    async (page) => ({
      opened: await page.evaluate(() => window.bench.open(10)),
      moved: await page.evaluate((count) => window.bench.tree(count), Number(frames) / 3),
      found: await page.evaluate(
        (texts) => window.bench.find(texts),
        ['function_7', 'function_999', 'function_12', 'nothing', 'function_500'],
      ),
    }),
  );
  const work = done.moved.frames.map((frame) => frame.work);
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  process.stdout.write(
    `\nTree of 100,000 nodes: first rows ${first.toFixed(0)} ms; 50,000 rows open or close, slowest of 10: ${ms(Math.max(...done.opened))} ms; scrolling, work p50 ${ms(quantile(work, 0.5))}, p95 ${ms(quantile(work, 0.95))} ms; find, slowest of 5: ${Math.max(...done.found).toFixed(0)} ms\n`,
  );
}

try {
  await prepare();
  process.stdout.write(`Load ${load()}; ${frames} frames of 1,600 x 900 pixels\n`);
  await timelines();
  await tree();
  await peers();
  process.stdout.write(`Load ${load()}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
