// Lists many experiments by a plain scan of their folders and with the index, in turn, and compares.
// node bench/experiments/run.mjs [experiments] [rounds]
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [experiments = '10000', rounds = '3'] = process.argv.slice(2);

/** @typedef {{ first: number, again: number[], filtered: number[], matching: number, experiments: number, problems?: unknown[] }} Answer */

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  const measure = join(folder, 'measure.cjs');
  await build({
    entryPoints: [join(here, 'measure.ts')],
    outfile: measure,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  const library = createRequire(import.meta.url).resolve('node-sqlite3-wasm');
  copyFileSync(library.replace(/\.js$/, '.wasm'), join(folder, 'node-sqlite3-wasm.wasm'));
  const project = join(folder, 'project');
  output(process.execPath, [measure, project, 'generate', experiments]);

  /** @type {(what: string) => Answer} */
  const ask = (what) => JSON.parse(output(process.execPath, [measure, project, what]));
  const indexing = ask('index');
  /** @type {number[]} */
  const scans = [];
  /** @type {Answer[]} */
  const answers = [];
  /** @type {Answer[]} */
  const glances = [];
  for (let round = 0; round < Number(rounds); round++) {
    scans.push(ask('scan').first);
    glances.push(ask('glance'));
    answers.push(ask('index'));
  }
  for (const { experiments: found, problems = [] } of [indexing, ...glances, ...answers])
    if (found !== Number(experiments) || problems.length > 0)
      throw new Error(`${found} experiments were listed; ${JSON.stringify(problems)}`);

  const scan = median(scans);
  /** @type {(title: string, milliseconds: number) => void} */
  const row = (title, milliseconds) => printRow([title, milliseconds.toFixed(0), (scan / milliseconds).toFixed(1)]);
  process.stdout.write(
    `${experiments} experiments; median of ${rounds} rounds; load ${load()}; ${answers.at(0)?.matching} match the filter\n`,
  );
  printRow(['way', 'ms', 'times faster']);
  row('plain scan of the folders', scan);
  row('index: made for the first time', indexing.first);
  row('index: shown at once', median(glances.map(({ first }) => first)));
  row('index: first list of a process, compared with the folders', median(answers.map(({ first }) => first)));
  row('index: list again', median(answers.flatMap(({ again }) => again)));
  row('index: search, filter and sort', median(answers.flatMap(({ filtered }) => filtered)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
