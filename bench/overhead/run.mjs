// What measuring costs public programs: processor time, bytes and memory of four ways beside the plain program. It takes
// sources that were fetched before: TRIMTAB_BENCH_SOURCES names the folder with the checked-out repositories.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { load, printRow } from '../lib/tools.mjs';
import { wrapper } from '../probe/measure.mjs';
import { codes } from './codes.mjs';

const ROUNDS = 5;

/** Ways to build, and of each to run. */
const builds = [
  { name: 'plain', prefix: '', settings: {} },
  { name: 'compiler', prefix: `${wrapper} `, settings: { TRIMTAB_SLEDS: '0' } },
  { name: 'sleds', prefix: `${wrapper} `, settings: {} },
];
const ways = [
  { name: 'plain', build: 'plain', settings: {} },
  { name: "compiler's hooks", build: 'compiler', settings: {} },
  { name: 'sleds off', build: 'sleds', settings: { TRIMTAB_FUNCTIONS: '0' } },
  { name: 'first run', build: 'sleds', settings: {} },
];

/** @param {Record<string, string>} settings */
const environment = (settings) => ({
  ...process.env,
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMPI_MCA_rmaps_base_oversubscribe: '1',
  ...settings,
});

/** Bytes of all files below a folder. @param {string} folder @returns {number} */
function bytesIn(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? bytesIn(join(folder, entry.name)) : statSync(join(folder, entry.name)).size),
    0,
  );
}

/**
 * One run: processor seconds of the program and all it started, kilobytes of the largest process, and its result.
 * @param {string} folder @param {import('./codes.mjs').Code} code @param {Record<string, string>} settings
 */
function once(folder, code, settings) {
  const records = join(folder, 'records');
  const env = environment({ TRIMTAB_EXPERIMENT_DIR: records, TRIMTAB_FINISH: '0', ...settings });
  const ran = spawnSync('/usr/bin/time', ['-q', '-f', '%U %S %M', '--', ...code.run], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`${code.name} failed: ${ran.stderr.slice(-2000)}`);
  const [user = NaN, system = NaN, peak = NaN] = (ran.stderr.trimEnd().split('\n').at(-1) ?? '').split(' ').map(Number);
  const result = ran.stdout
    .split('\n')
    .filter((line) => code.result.test(line))
    .join('\n');
  const bytes = bytesIn(records);
  rmSync(records, { recursive: true, force: true });
  return { seconds: user + system, peak, bytes, result };
}

/** @param {string} sources @param {import('./codes.mjs').Code} code @param {string} place */
function measure(sources, code, place) {
  for (const { name, prefix, settings } of builds) {
    cpSync(join(sources, basename(code.source)), join(place, name), { recursive: true });
    const [command = '', ...words] = code.build(prefix);
    execFileSync(command, words, {
      cwd: join(place, name),
      env: environment(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
  const rounds = Array.from({ length: ROUNDS }, () =>
    ways.map(({ build, settings }) => once(join(place, build), code, settings)),
  );
  const of = (/** @type {number} */ way) => rounds.flatMap((round) => round[way] ?? []);
  const least = (/** @type {number} */ way) => Math.min(...of(way).map(({ seconds }) => seconds));
  for (const [way, { name }] of ways.entries()) {
    const runs = of(way);
    const isSame = runs.every(({ result }) => result !== '' && result === of(0)[0]?.result);
    const megabytes = Math.max(...runs.map(({ bytes }) => bytes)) / 1e6;
    const peak = Math.max(...runs.map((run) => run.peak)) / 1e3;
    printRow([
      name,
      least(way).toFixed(2),
      (least(way) / least(0)).toFixed(3),
      megabytes.toFixed(1),
      peak.toFixed(0),
      isSame ? 'same' : 'DIFFERS',
    ]);
  }
}

const sources = process.env.TRIMTAB_BENCH_SOURCES;
if (sources === undefined) {
  const clones = codes.map(({ source }) => `  git clone ${source}`).join('\n');
  console.error(`Name a folder with these repositories in TRIMTAB_BENCH_SOURCES:\n${clones}`);
  process.exit(1);
}
for (const code of codes) {
  if (!existsSync(join(sources, basename(code.source)))) {
    console.log(`${code.name}: not there, git clone ${code.source}`);
    continue;
  }
  console.log(`${code.name}, least of ${ROUNDS}, load ${load()}`);
  printRow(['', 'CPU s', 'ratio', 'MB', 'peak MB', 'result']);
  const place = mkdtempSync(join(tmpdir(), 'trimtab-overhead-'));
  try {
    measure(sources, code, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
