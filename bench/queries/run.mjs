// Asks another process for columns of numbers over the private channel and over JSON-RPC as base64, and opens a large space.
// node bench/queries/run.mjs [questions] [rounds]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [questions = '100', rounds = '3'] = process.argv.slice(2);

/** @typedef {{ processor: number, latency: number }} Cost */
/** @typedef {{ channel: Cost, jsonRpc: Cost }} Costs */

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  await build({
    entryPoints: {
      measure: join(here, 'measure.ts'),
      peer: join(here, 'peer.ts'),
      memory: join(here, 'memory.ts'),
      measurementWorker: join(here, '../../src/engine/workers/measurementWorker.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  const run = (/** @type {string[]} */ ...words) => output(process.execPath, words);
  process.stdout.write(`${questions} questions, median of ${rounds} rounds; load ${load()}\n`);
  printRow(['numbers', 'way', 'ms (latency)', 'processor ms', 'MB/s of processor']);
  for (const bytes of [8 << 10, 1 << 20, 8 << 20]) {
    /** @type {Costs[]} */
    const all = [];
    for (let round = 0; round < Number(rounds); round++)
      all.push(JSON.parse(run(join(folder, 'measure.cjs'), join(folder, 'peer.cjs'), String(bytes), questions)));
    const size = `${(bytes / (1 << 20)).toFixed(2)} MiB`;
    /** @type {(way: 'channel' | 'jsonRpc') => Cost} */
    const costOf = (way) => ({
      processor: median(all.map((each) => each[way].processor)),
      latency: median(all.map((each) => each[way].latency)),
    });
    const [channel, jsonRpc] = [costOf('channel'), costOf('jsonRpc')];
    for (const [title, { processor, latency }] of /** @type {const} */ ([
      ['channel', channel],
      ['JSON-RPC, base64', jsonRpc],
    ]))
      printRow([size, title, latency.toFixed(2), processor.toFixed(2), (bytes / 1000 / processor).toFixed(0)]);
    const times = (/** @type {number} */ one, /** @type {number} */ other) => `${(other / one).toFixed(1)} times`;
    printRow([size, 'ratio', times(channel.latency, jsonRpc.latency), times(channel.processor, jsonRpc.processor), '']);
  }
  const memory = join(folder, 'memory.cjs');
  const project = join(folder, 'project');
  run(memory, 'generate', project, '', '4000', '4096');
  /** @type {{ bytes: number, grown: number, opened: number, latency: number }} */
  const { bytes, grown, opened, latency } = JSON.parse(
    run(memory, 'open', project, join(folder, 'measurementWorker.cjs')),
  );
  const mb = (/** @type {number} */ count) => (count / 1e6).toFixed(0);
  process.stdout.write(
    `a space of ${mb(bytes)} MB, open: ${mb(grown)} MB (${(grown / bytes).toFixed(2)} of its file); opened in ${opened.toFixed(0)} ms, then ${latency.toFixed(1)} ms a question about all of it\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
