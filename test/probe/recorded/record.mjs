/**
 * Records the runs in `runs/` again: node test/probe/recorded/record.mjs [NAME...]
 *
 * A recorded run is independent of the machine: its processes are on the host "node", its files are in /proc/self/cwd (the
 * folder in which the finisher is started), libraries of the system are absent, and the answers of addr2line are kept.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/lib/layout.mjs';
import { filesBelow } from '../../../scripts/lib/buildStamp.mjs';
import { RUNS } from './runs.mjs';

const HERE = '/proc/self/cwd';
const programs = join(import.meta.dirname, '../programs');
const wrapper = join(root, 'src/probe/trimtab-cc');
const hidden = [root, homedir(), tmpdir()];

/** @typedef {import('./runs.mjs').RecordedRun} RecordedRun */

/** @param {string} folder @param {RecordedRun} run */
function environmentOf(folder, { env = {} }) {
  return {
    ...process.env,
    OMPI_ALLOW_RUN_AS_ROOT: '1',
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
    OMPI_MCA_rmaps_base_oversubscribe: '1',
    TRIMTAB_FUNCTIONS: 'all',
    TRIMTAB_BUDGET: '1000000000',
    TRIMTAB_EXPERIMENT_DIR: folder,
    TRIMTAB_FINISH: '0',
    LIVE_HOLD: `${folder}.held`,
    PYTHONDONTWRITEBYTECODE: '1',
    ...env,
  };
}

/** @param {string} work @param {RecordedRun} run */
function compile(work, run) {
  const { compiler, source, flags = [] } = run;
  if (compiler === undefined) return cpSync(join(programs, dirname(source)), work, { recursive: true });
  copyFileSync(join(programs, source), join(work, basename(source)));
  if (run.ranges !== undefined) {
    const rows = run.ranges.map((range) => [range[0], range[1], join(programs, source), 'RANGES', range[2]].join('\t'));
    writeFileSync(join(work, 'ranges'), rows.map((row) => `${row}\n`).join(''));
  }
  // Of several maps that fit, the last one applies.
  const maps = [`${root}=${HERE}`, `${work}=${HERE}`, `${programs}=${HERE}`].map((map) => `-fdebug-prefix-map=${map}`);
  execFileSync(wrapper, [compiler, '-w', ...flags, ...maps, '-o', 'program', join(programs, source)], {
    cwd: work,
    env: {
      ...environmentOf('unused', run),
      ...(run.ranges === undefined ? {} : { TRIMTAB_RANGES: join(work, 'ranges') }),
    },
    stdio: 'inherit',
  });
}

/** Runs it; a run with requests is held until they are answered. @param {string} work @param {RecordedRun} run */
async function measure(work, run) {
  const { compiler, source, ranks = 1, args = [], requests } = run;
  const folder = join(work, 'run');
  const words = args.map((word) => word.replace('FOLDER', work));
  const isMpi = compiler?.startsWith('mpi') === true;
  const alone =
    compiler === undefined ? [join(wrapper, '../trimtab-preload'), 'python3', basename(source)] : ['./program'];
  const [command = '', ...rest] = isMpi ? ['mpirun.openmpi', '-n', String(ranks), './program'] : alone;
  const running = spawn(command, [...rest, ...words], { cwd: work, env: environmentOf(folder, run), stdio: 'inherit' });
  const ending = new Promise((resolve) => running.on('close', resolve));
  if (requests !== undefined) {
    const held = Array.from({ length: ranks }, (_, rank) => `${folder}.held-${rank}`);
    while (!held.every((path) => existsSync(path))) await sleep(20);
    appendFileSync(join(folder, 'live/requests'), requests.map((line) => `${line}\n`).join(''));
    const answers = join(folder, 'live/answers');
    const count = () => (existsSync(answers) ? readFileSync(answers, 'utf8').split('\n').length - 1 : 0);
    while (count() < requests.length) await sleep(20);
    writeFileSync(`${folder}.held`, '');
  }
  await ending;
  return folder;
}

/** Removes this machine from a line of the text file of a process. @param {string} line @param {string} work */
function anonymous(line, work) {
  const [key = '', ...rest] = line.split(' ');
  const value = rest.join(' ').replaceAll(programs, HERE).replaceAll(work, HERE);
  if (key === 'host') return 'host node';
  if (key === 'boot') return 'boot 00000000-0000-0000-0000-000000000000';
  if (key === 'exe') return `exe ${HERE}/program`;
  if (key === 'arg' && value.endsWith('/python3')) return 'arg python3';
  if (key !== 'object') return rest.length === 0 ? line : `${key} ${value}`;
  const [base, low, high, ...path] = value.split(' ');
  const file = path.join(' ');
  const kept = file === `${HERE}/program` || !file.startsWith('/') ? file : `/usr/lib/absent/${basename(file)}`;
  return ['object', base, low, high, kept].join(' ');
}

/** @param {string} work @param {string} folder @param {string} target */
function keepRaw(work, folder, target) {
  mkdirSync(join(target, 'raw'), { recursive: true });
  for (const name of readdirSync(join(folder, 'raw'))) {
    const path = join(folder, 'raw', name);
    const kept = join(target, 'raw', name.replace(hostname(), 'node'));
    if (name.endsWith('.txt')) {
      const lines = readFileSync(path, 'latin1').split('\n');
      writeFileSync(kept, lines.map((line) => anonymous(line, work)).join('\n'), 'latin1');
    } else renameSync(path, kept);
  }
}

/** Finishes the run as the test does, with the installed addr2line, whose answers are kept. @param {string} target */
function keepAddresses(target) {
  const tool = join(target, 'tool');
  mkdirSync(tool);
  mkdirSync(join(target, 'addresses'));
  const real = execFileSync('sh', ['-c', 'command -v addr2line'], { encoding: 'utf8' }).trim();
  writeFileSync(join(tool, 'addr2line'), `#!/bin/sh\n${real} "$@" | tee -a "addresses/\${2##*/}\${4:-}"\n`);
  chmodSync(join(tool, 'addr2line'), 0o755);
  const cache = execFileSync(wrapper, ['--print-cache', 'mpicc.openmpi'], { encoding: 'utf8' }).trim();
  const env = { ...process.env, PATH: `${tool}:${process.env.PATH}`, TRIMTAB_KEEP_RAW: '1', TRIMTAB_FINISH_WAIT: '0' };
  for (const options of [[], ['--profile']])
    execFileSync(join(cache, 'trimtab-finish'), [...options, '.', join(target, 'out')], { cwd: target, env });
  for (const name of ['tool', 'out']) rmSync(join(target, name), { recursive: true });
  // The finisher cuts traced iterations into files of its own.
  for (const path of filesBelow(join(target, 'raw'))) if (path.endsWith('.cut')) rmSync(path);
}

/** Keeps the symbols of the program, not its code. @param {string} work @param {string} target */
function keepSymbols(work, target) {
  const program = join(target, 'program');
  execFileSync('objcopy', ['--only-keep-debug', join(work, 'program'), program]);
  // The section of a sled's lines, and what debuggers read, contain paths of this machine.
  execFileSync('objcopy', ['--strip-debug', '--remove-section=.comment', '--remove-section=.note*', program]);
}

/** @param {string} target */
function refuseTraces(target) {
  for (const path of filesBelow(target)) {
    const text = readFileSync(path, 'latin1');
    for (const word of hidden)
      if (text.includes(word)) throw new Error(`${path} contains "${word}", which is a part of this machine.`);
    if (path.endsWith('.txt') && text.split(/[\s./]/).includes(hostname()))
      throw new Error(`${path} contains the name of this host.`);
  }
}

/** @param {RecordedRun} run */
async function record(run) {
  const work = mkdtempSync(join(tmpdir(), 'recorded-'));
  compile(work, run);
  const folder = await measure(work, run);
  const target = join(work, 'kept');
  keepRaw(work, folder, target);
  copyFileSync(join(work, basename(run.source)), join(target, basename(run.source)));
  if (run.compiler !== undefined) copyFileSync(join(work, 'program'), join(target, 'program'));
  keepAddresses(target);
  if (run.compiler !== undefined) keepSymbols(work, target);
  refuseTraces(target);
  const archive = join(import.meta.dirname, 'runs', `${run.name}.tar.gz`);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--sort=name'];
  execFileSync('tar', ['-cf', archive, '--use-compress-program=gzip -9n', ...owner, '-C', target, '.']);
  rmSync(work, { recursive: true });
}

mkdirSync(join(import.meta.dirname, 'runs'), { recursive: true });
const wanted = process.argv.slice(2);
for (const run of RUNS)
  if (wanted.length === 0 || wanted.includes(run.name)) {
    console.log(run.name);
    await record(run);
  }
