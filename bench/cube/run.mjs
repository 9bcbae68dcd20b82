// Reads CUBE files with pycubexr and with this project's reader, in turn, and compares processor time: in a process that has
// read them before, and of a process that reads once, with starting it.
// node bench/cube/run.mjs [FILE...]: those given, or one of 100 MB that is generated.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** @typedef {{ seconds: number[], whole: number, sums: Record<string, number>, peakMegabytes: number }} Run */

/**
 * Checks that common results of both readers are equal.
 * @param {string} path
 * @param {Run} peer
 * @param {Run} own
 */
function check(path, peer, own) {
  for (const [name, sum] of Object.entries(peer.sums)) {
    const found = own.sums[name] ?? 0;
    if (Math.abs(found - sum) > 1e-9 * Math.abs(sum))
      throw new Error(`${path}: ${name} is ${found}, pycubexr says ${sum}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  for (const name of ['readAll', 'generate'])
    await build({
      entryPoints: [join(here, `${name}.ts`)],
      outfile: join(folder, `${name}.cjs`),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'warning',
    });
  const files = process.argv.slice(2);
  if (files.length === 0) {
    files.push(join(folder, 'large.cubex'));
    output(process.execPath, [join(folder, 'generate.cjs'), join(folder, 'large.cubex')]);
  }
  printRow(['file', 'MB', 'pycubexr ms', 'rows ms', 'ratio', 'model ms', 'ratio', 'once', 'once', 'ratio', 'peak MB']);
  for (const path of files) {
    const megabytes = statSync(path).size / 2 ** 20;
    // Readings of large files are alike from the first on.
    const rounds = Math.min(200, Math.max(5, Math.round(150 / megabytes)));
    const read = (/** @type {string} */ how, /** @type {number} */ times) =>
      /** @type {Run} */ (
        JSON.parse(output(process.execPath, [join(folder, 'readAll.cjs'), path, String(times), how]))
      );
    const peerReads = (/** @type {number} */ times) =>
      /** @type {Run} */ (JSON.parse(output('python3', [join(here, 'readAll.py'), path, String(times)])));
    const [rows, model, peer] = [read('rows', rounds), read('model', rounds), peerReads(Math.min(rounds, 20))];
    for (const own of [rows, model]) check(path, peer, own);
    const [theirs, ...ours] = [peer, rows, model].map(({ seconds }) => median(seconds) * 1000);
    const once = [peerReads(1), read('model', 1)].map(({ whole }) => whole * 1000);
    const ratio = (/** @type {number | undefined} */ other, /** @type {number | undefined} */ own) =>
      ((other ?? NaN) / (own ?? NaN)).toFixed(1);
    printRow([
      basename(dirname(path)).slice(0, 20),
      megabytes.toFixed(1),
      (theirs ?? NaN).toFixed(1),
      ...ours.flatMap((own) => [own.toFixed(2), ratio(theirs, own)]),
      ...once.map((one) => one.toFixed(0)),
      ratio(once[0], once[1]),
      `${model.peakMegabytes.toFixed(0)} (${peer.peakMegabytes.toFixed(0)})`,
    ]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
