// Predicts run times of 1, 8 and 32 scenarios, compared with the analysis of the same trace by one thread.
// node bench/whatIf/run.mjs [million events] [rounds] [largest number of locations]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { copyProperties } from '../../scripts/lib/aslFiles.mjs';
import { compileWithOtf2, load, median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [millions = '11', rounds = '3', mostLocations = '4096'] = process.argv.slice(2);
/** Functions called in each step. */
const CALLS = 16;
const SCENARIOS = [0, 1, 8, 32];

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
const programs = { generate: join(folder, 'generate'), measure: join(folder, 'measure.mjs') };

async function prepare() {
  compileWithOtf2(join(here, '..', 'trace', 'generate.c'), programs.generate);
  await build({
    ...{ bundle: true, platform: 'node', target: 'node20', logLevel: 'error', format: 'esm' },
    entryPoints: [join(here, 'measure.ts')],
    outfile: programs.measure,
    banner: { js: 'const __dirname = import.meta.dirname;' },
  });
  copyProperties(folder);
}

/**
 * @param {string} name
 * @param {string} pattern
 * @param {number} locations
 */
function compare(name, pattern, locations) {
  const target = join(folder, 'archive');
  output(programs.generate, [target, pattern, String(locations), String(Number(millions) * 1e6), String(CALLS)]);
  const archive = join(target, 'traces.otf2');
  /** @type {Map<number, { analysisSeconds: number, predictionSeconds: number, peakMegabytes: number }[]>} */
  const runs = new Map(SCENARIOS.map((count) => [count, []]));
  for (let round = 0; round < Number(rounds); round++)
    for (const count of SCENARIOS)
      runs.get(count)?.push(JSON.parse(output(process.execPath, [programs.measure, archive, String(count)])));
  rmSync(target, { recursive: true });
  const analysis = median([...runs.values()].flat().map(({ analysisSeconds }) => analysisSeconds));
  const plainPeak = Math.max(...(runs.get(0) ?? []).map(({ peakMegabytes }) => peakMegabytes));
  const ratios = SCENARIOS.slice(1).flatMap((count) => {
    const of = runs.get(count) ?? [];
    const seconds = median(of.map(({ predictionSeconds }) => predictionSeconds));
    const peak = Math.max(...of.map(({ peakMegabytes }) => peakMegabytes));
    return [(seconds / analysis).toFixed(2), (peak / plainPeak).toFixed(2)];
  });
  printRow([name, `${analysis.toFixed(1)} s`, `${plainPeak.toFixed(0)} MB`, ...ratios, load()]);
}

try {
  await prepare();
  process.stdout.write(
    `Predictions compared with the analysis, one thread, ${millions} M events, ${rounds} rounds.\n\n`,
  );
  const heads = SCENARIOS.slice(1).flatMap((count) => [`${count}: time`, 'memory']);
  printRow(['', 'analysis', 'peak', ...heads, 'load']);
  compare('lu, 4 locations', 'lu', 4);
  for (const locations of [64, 4096].filter((count) => count <= Number(mostLocations)))
    compare(`halo, ${locations} locations`, 'halo', locations);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
