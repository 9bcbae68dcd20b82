// The programs of the benchmark: the generator of traces, libotf2's reader, and the analysis of a state of the sources.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { copyProperties } from '../../scripts/lib/aslFiles.mjs';
import { compileWithOtf2, output } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '..', '..');

/** Functions called between two exchanges with neighbors: everything instrumented, some functions, nearly only MPI. */
export const CALLS = { every: 120, some: 16, few: 2 };

/** @typedef {{ events: number, findings: number, seconds: number, processorSeconds: number, peakMegabytes: number, problems: string[], digest?: string }} Run */

/**
 * Bundles the analysis of a checkout, with the entry point that the checkout has.
 * @param {string} sources the checkout
 * @param {string} folder for the bundles
 * @returns {Promise<(archive: string, threads: number) => Run>} analyzes an archive in a process of its own
 */
export async function analysisOf(sources, folder) {
  /** @type {import('esbuild').BuildOptions} */
  const bundle = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' };
  const banner = { js: 'const __dirname = import.meta.dirname;' };
  const [analyze, worker] = [join(folder, 'analyze.mjs'), join(folder, 'analysisWorker.cjs')];
  const entry = join(sources, 'bench/trace/analyze.ts');
  await build({ ...bundle, entryPoints: [entry], outfile: analyze, format: 'esm', banner });
  const ofWorker = ['src/engine/workers/analysisWorker.ts', 'src/engine/analysisWorker.ts']
    .map((path) => join(sources, path))
    .find((path) => existsSync(path));
  if (ofWorker === undefined) throw new Error(`${sources} has no analysis worker`);
  await build({ ...bundle, entryPoints: [ofWorker], outfile: worker, format: 'cjs' });
  copyProperties(folder, sources);
  return (archive, threads) => JSON.parse(output(process.execPath, [analyze, archive, String(threads), worker]));
}

/**
 * Compiles the generator of traces.
 * @param {string} folder
 * @returns {(target: string, pattern: string, locations: number, events: number, calls: number) => string} writes an
 *   archive and returns its path
 */
export function generatorIn(folder) {
  const program = join(folder, 'generate');
  compileWithOtf2(join(here, 'generate.c'), program);
  return (target, pattern, locations, events, calls) => {
    output(program, [target, pattern, String(locations), String(events), String(calls)]);
    return join(target, 'traces.otf2');
  };
}

/**
 * Compiles libotf2's reader, which counts events.
 * @param {string} folder
 * @returns {(archive: string) => { events: number, seconds: number }}
 */
export function counterIn(folder) {
  const program = join(folder, 'count');
  compileWithOtf2(join(here, '..', 'otf2', 'count.c'), program);
  return (archive) => JSON.parse(output(program, [archive]));
}
