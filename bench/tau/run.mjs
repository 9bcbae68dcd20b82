// Reads text profiles of TAU with TAU's and Hatchet's readers in Python and with this project's reader, in turn, and compares
// processor time: in a process that has read them before, and of a process that reads once, with starting it.
// node bench/tau/run.mjs [FOLDER...]: those given, or one of 64 ranks that is generated.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { median, output, printRow } from '../lib/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** @typedef {{ seconds: number[], whole: number, time: number | null, peakMegabytes: number }} Run */

/** Call paths of 400 functions on 64 ranks. @param {string} folder */
function generate(folder) {
  mkdirSync(folder);
  const functions = 400;
  const name = (/** @type {number} */ i) => `function_${i} [{/src/part${i % 20}.c} {${i},1}-{${i + 9},1}]`;
  for (let rank = 0; rank < 64; rank++) {
    const flat = Array.from(
      { length: functions },
      (_, i) => `"${name(i)}" ${i + 1} 0 ${i * 3} ${i * 3} 0 GROUP="TAU_USER"`,
    );
    const root = functions * (functions - 1) * 1.5;
    const paths = flat.map((line) =>
      line.replace('"', '".TAU application => ').replace('TAU_USER', 'TAU_CALLPATH | TAU_USER'),
    );
    const lines = [
      `${2 * functions + 1} templated_functions_MULTI_TIME`,
      '# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>a</name><value>b</value></attribute></metadata>',
      `".TAU application" 1 ${functions} 10 ${root + 10} 0 GROUP="TAU_DEFAULT"`,
      ...flat,
      ...paths,
      '0 aggregates',
      '',
    ];
    writeFileSync(join(folder, `profile.${rank}.0.0`), lines.join('\n'));
  }
}

/**
 * Returns undefined if a reader cannot read a profile, or is not installed.
 * @param {string} which
 * @param {string} path
 * @param {number} rounds
 * @returns {Run | undefined}
 */
function peer(which, path, rounds) {
  const words = [join(here, 'readAll.py'), which, path, String(rounds)];
  const { status, stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout);
  process.stderr.write(`${which}: ${stderr.trim().split('\n').at(-1)}\n`);
  return undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
try {
  const program = join(folder, 'readAll.cjs');
  const entryPoints = [join(here, 'readAll.ts')];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
  const folders = process.argv.slice(2);
  if (folders.length === 0) {
    folders.push(join(folder, 'generated'));
    generate(join(folder, 'generated'));
  }
  printRow(['profile', 'kB', 'reader', 'its ms', 'trimtab ms', 'ratio', 'once', 'trimtab', 'ratio', 'peak MB']);
  for (const path of folders) {
    const names = readdirSync(path).filter((name) => name.startsWith('profile.'));
    const bytes = names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
    const own = (/** @type {number} */ rounds) =>
      /** @type {Run} */ (JSON.parse(output(process.execPath, [program, join(path, names[0] ?? ''), String(rounds)])));
    const rounds = Math.min(200, Math.max(5, Math.round(1e8 / bytes)));
    const [ours, once] = [own(rounds), own(1)];
    for (const which of ['tau', 'hatchet', 'hatchet-tree']) {
      const [theirs, started] = [peer(which, path, Math.min(rounds, bytes > 1e6 ? 3 : 20)), peer(which, path, 1)];
      if (theirs === undefined || started === undefined) continue;
      if (theirs.time !== null && Math.abs(theirs.time - (ours.time ?? 0)) > 1e-9 * theirs.time)
        throw new Error(`${path}: the time is ${ours.time} s, ${which} says ${theirs.time} s`);
      const [its, mine] = [median(theirs.seconds) * 1000, median(ours.seconds) * 1000];
      printRow([
        basename(path).slice(0, 20),
        (bytes / 1000).toFixed(0),
        which,
        its.toFixed(1),
        mine.toFixed(2),
        (its / mine).toFixed(1),
        (started.whole * 1000).toFixed(0),
        (once.whole * 1000).toFixed(0),
        (started.whole / once.whole).toFixed(1),
        `${ours.peakMegabytes.toFixed(0)} (${theirs.peakMegabytes.toFixed(0)})`,
      ]);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
