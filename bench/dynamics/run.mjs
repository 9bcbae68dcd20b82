// Judges 1,280 series of 2,048 iterations on one core, compared with the transforms alone in SciPy and PyWavelets.
// Then counts how often 10,000 series of noise are taken for a change.
// node bench/dynamics/run.mjs [rounds]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [rounds = '3'] = process.argv.slice(2);

/** Debian's python3, which sees Debian's packages. */
const python = '/usr/bin/python3';
const hasPeer = spawnSync(python, ['-c', 'import scipy.fft, pywt'], { stdio: 'ignore' }).status === 0;
if (!hasPeer) process.stdout.write('No peer: apt-get install python3-scipy python3-pywt.\n');

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  /** @param {string} name */
  const built = async (name) => {
    const outfile = join(folder, `${name}.cjs`);
    await build({
      ...{ entryPoints: [join(here, `${name}.ts`)], outfile, bundle: true, platform: 'node' },
      ...{ target: 'node20', format: 'cjs', logLevel: 'error' },
      // Path of the texts of properties.
      define: { __dirname: JSON.stringify(join(here, '../../src/asl')) },
    });
    return outfile;
  };
  const program = await built('measure');
  const noise = await built('noise');
  /** @type {{ each: number, again: number, clustered: number, longOne: number }[]} */
  const own = [];
  /** @type {number[]} */
  const peer = [];
  for (let round = 0; round < Number(rounds); round++) {
    own.push(JSON.parse(output(process.execPath, [program])));
    if (hasPeer) peer.push(Number(output(python, [join(here, 'peer.py')])));
  }
  process.stdout.write(`1,280 series of 2,048 iterations, median of ${rounds} rounds; load ${load()}\n`);
  printRow(['what', 'processor seconds', 'of the peer']);
  const reference = peer.length === 0 ? NaN : median(peer);
  const row = (/** @type {string} */ title, /** @type {number} */ seconds) =>
    printRow([title, seconds.toFixed(2), Number.isNaN(reference) ? '' : (seconds / reference).toFixed(2)]);
  if (peer.length > 0) row('SciPy and PyWavelets, transforms alone', reference);
  row('each series judged', median(own.map(({ each }) => each)));
  row('each series judged again', median(own.map(({ again }) => again)));
  row('clustered, means judged', median(own.map(({ clustered }) => clustered)));
  row('one series of 1,000,000 as it goes on', median(own.map(({ longOne }) => longOne)));
  /** @type {{ found: Record<string, { changes: number, peaks: number, told: number }>, of: number, steps: number }} */
  const { found, of, steps } = JSON.parse(output(process.execPath, [noise]));
  process.stdout.write(`${of} series of noise of 128 to 512 iterations\n`);
  printRow(['noise, of the mean', 'with a change', 'with a peak', 'told to people']);
  for (const [kind, { changes, peaks, told }] of Object.entries(found))
    printRow([kind, ...[changes, peaks, told].map((count) => `${((100 * count) / of).toFixed(2)} %`)]);
  process.stdout.write(`Steps of five deviations found where they are: ${((100 * steps) / of).toFixed(2)} %\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
