// Reads CUBE files with pycubexr and with this project's reader, in turn, and compares processor time.
// node bench/cube/run.mjs [FILE...]: those given, or one of 100 MB that is generated.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const ROUNDS = '20';

/** @typedef {{ seconds: number[], sums: Record<string, number>, peakMegabytes: number }} Run */

/**
 * What both read must be the same, where both read it.
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
  printRow(['file', 'MB', 'pycubexr ms', 'trimtab ms', 'first ms', 'ratio', 'peak MB']);
  for (const path of files) {
    /** @type {Run} */
    const own = JSON.parse(output(process.execPath, [join(folder, 'readAll.cjs'), path, ROUNDS]));
    /** @type {Run} */
    const peer = JSON.parse(output('python3', [join(here, 'readAll.py'), path, ROUNDS]));
    check(path, peer, own);
    const [theirs, ours] = [median(peer.seconds) * 1000, median(own.seconds) * 1000];
    const megabytes = (statSync(path).size / 2 ** 20).toFixed(1);
    const first = ((own.seconds[0] ?? 0) * 1000).toFixed(0);
    const peaks = `${own.peakMegabytes.toFixed(0)} (${peer.peakMegabytes.toFixed(0)})`;
    printRow([
      basename(dirname(path)),
      megabytes,
      theirs.toFixed(0),
      ours.toFixed(1),
      first,
      (theirs / ours).toFixed(1),
      peaks,
    ]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
