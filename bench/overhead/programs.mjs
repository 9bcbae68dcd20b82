// Builds the public programs in each way, and runs them once.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { wrapper } from '../probe/measure.mjs';
import { builds } from './ways.mjs';

/** @typedef {import('./codes.mjs').Code} Code */
/** @typedef {import('./ways.mjs').Way} Way */
/** @typedef {{ wall: number, processor: number, others: number, kilobytes: number, result: string }} Run `others`: processor time that other programs took meanwhile */

/** Ticks of /proc/stat per second. */
const TICKS = 100;

/** @param {Record<string, string>} settings */
const environment = (settings) => ({
  ...process.env,
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMPI_MCA_rmaps_base_oversubscribe: '1',
  ...settings,
});

/** Files below a folder. @param {string} folder @returns {string[]} */
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} folder */
export const bytesIn = (folder) => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);

/** Returns the identity of a state of the probe: a build of another one is invalid. */
export function probeState() {
  const hash = createHash('sha256');
  for (const file of filesIn(join(wrapper, '..')).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Returns the folder of a program's sources: small ones are next to this file.
 * @param {string} sources
 * @param {Code} code
 */
export const sourceOf = (sources, { source }) =>
  source.startsWith('https:') ? join(sources, basename(source)) : join(import.meta.dirname, source);

/**
 * Builds a program in all ways, each in a separate folder; builds with this probe are reused.
 * @param {string} sources @param {Code} code @param {string} place
 */
export function buildAll(sources, code, place) {
  for (const [name, settings] of Object.entries(builds)) {
    const folder = join(place, name);
    const mark = join(folder, '.built');
    const state = `${name === 'plain' ? '' : probeState()} ${JSON.stringify([code.build, code.inputs])}`;
    if (existsSync(mark) && readFileSync(mark, 'utf8') === state) continue;
    rmSync(folder, { recursive: true, force: true });
    cpSync(sourceOf(sources, code), folder, { recursive: true });
    for (const [input, text] of Object.entries(code.inputs ?? {})) writeFileSync(join(folder, input), text);
    for (const { folder: below = '', words } of code.build) {
      const [command = '', ...rest] = name === 'plain' ? words : [join(wrapper, '../trimtab-build'), ...words];
      execFileSync(command, rest, {
        cwd: join(folder, below),
        env: environment(settings),
        stdio: ['ignore', 'ignore', 'pipe'],
        maxBuffer: 1 << 28,
      });
    }
    writeFileSync(mark, state);
  }
}

/** Returns the processor seconds that all programs have used, and the steal time of the host; 0 if unknown. */
function secondsOfAll() {
  if (!existsSync('/proc/stat')) return 0;
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = first.split(/ +/).map(Number);
  return (user + nice + system + interrupts + soft + stolen) / TICKS;
}

/** Returns the lines with the result. @param {string} folder @param {Code} code @param {string} printed */
function resultOf(folder, { result, resultFile }, printed) {
  const file = resultFile === undefined ? undefined : readdirSync(folder).find((name) => resultFile.test(name));
  const text = file === undefined ? printed : readFileSync(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => result.test(line))
    .join('\n');
}

/**
 * Runs a program once; what it recorded lies in `records` afterwards.
 * @param {Code} code @param {Way} way @param {string} place @param {Record<string, string>} settings
 * @returns {Run} sums of all processes, of the clock and memory the largest
 */
export function runOnce(code, way, place, settings) {
  const folder = join(place, way.build, code.folder ?? '');
  const records = join(place, 'records');
  const taken = join(place, 'taken');
  const former = readdirSync(folder).filter((name) => code.resultFile?.test(name));
  for (const file of [records, taken, ...former.map((name) => join(folder, name))])
    rmSync(file, { recursive: true, force: true });
  mkdirSync(records);
  const peer = way.eztrace ? ['eztrace', '-t', code.eztrace ?? '', '-o', records] : [];
  const launcher = code.ranks === undefined ? [] : ['mpirun', '-n', String(code.ranks)];
  const [command = '', ...words] = [...launcher, join(place, 'usage'), taken, ...peer, ...code.run];
  const before = secondsOfAll();
  const ran = spawnSync(command, words, {
    cwd: folder,
    env: environment({
      OMP_NUM_THREADS: String(code.threads ?? 1),
      TRIMTAB_FINISH: '0',
      TRIMTAB_EXPERIMENT_DIR: records,
      ...way.settings,
      ...settings,
    }),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (ran.status !== 0 || !existsSync(taken))
    throw new Error(`${code.name}, ${way.name}: exit code ${ran.status}\n${ran.stderr.slice(-2000)}`);
  const lines = readFileSync(taken, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(' ').map(Number));
  const processor = rows.reduce((sum, [, own = NaN]) => sum + own, 0);
  return {
    wall: Math.max(...rows.map(([wall = NaN]) => wall)),
    processor,
    others: Math.max(0, secondsOfAll() - before - processor),
    kilobytes: Math.max(...rows.map(([, , kilobytes = NaN]) => kilobytes)),
    result: resultOf(folder, code, ran.stdout),
  };
}
