// Times MPI and function calls plain, with the probe and under EZTrace, in turn, and compares what recording adds.
// node bench/probe/run.mjs [calls] [rounds]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const here = import.meta.dirname;
const wrapper = join(here, '../../src/measurement/probe/trimtab-cc');
const [calls = '300000', rounds = '5'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));

/** Goals: nanoseconds a pair of events may cost, and its share of EZTrace's cost. */
const goal = { nanoseconds: 60, share: 1 / 3 };

/**
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string>} settings
 */
function output(command, parameters, settings = {}) {
  const env = { ...process.env, OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1', ...settings };
  return execFileSync(command, parameters, { encoding: 'utf8', env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** @param {string} command @param {string[]} parameters */
function exists(command, parameters) {
  try {
    output(command, parameters);
    return true;
  } catch {
    return false; // the command itself is asked for, whatever the reason that it does not work
  }
}

/**
 * Nanoseconds a call by the name of the call.
 * @param {string} printed
 * @returns {Map<string, number>}
 */
function parse(printed) {
  const rows = printed.split('\n').flatMap((line) => {
    const [name, time] = line.split('\t');
    return time === undefined ? [] : [/** @type {[string, number]} */ ([name, Number(time)])];
  });
  if (rows.length === 0) throw new Error(`the benchmark printed no times: ${printed}`);
  return new Map(rows);
}

/** @type {Record<string, () => string>} */
const variants = {
  plain: () => output(join(folder, 'plain'), [calls]),
  probe: () => {
    const run = join(folder, 'run');
    const printed = output(join(folder, 'probe'), [calls], { TRIMTAB_EXPERIMENT_DIR: run, TRIMTAB_FINISH: '0' });
    if (!readdirSync(join(run, 'raw')).some((name) => name.endsWith('.rec'))) throw new Error('nothing was recorded');
    rmSync(run, { recursive: true });
    return printed;
  },
};

/** The least of all rounds: what disturbs a measurement only adds to it. */
function measure() {
  /** @type {Record<string, Map<string, number>>} */
  const least = {};
  for (let round = 0; round < Number(rounds); round++)
    for (const [variant, run] of Object.entries(variants)) {
      least[variant] ??= new Map();
      for (const [name, time] of parse(run()))
        least[variant].set(name, Math.min(time, least[variant].get(name) ?? Infinity));
    }
  return least;
}

/** @param {(string | number)[]} cells */
function row(cells) {
  const [name, ...rest] = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell));
  console.log(name.padEnd(28) + rest.map((cell) => cell.padStart(11)).join(''));
}

/** EZTrace names its module for Open MPI so; without it the peer is left out. */
const hasEztrace = exists('eztrace_avail', []);
if (hasEztrace)
  variants.eztrace = () => {
    const printed = output('eztrace', ['-t', 'openmpi', '-o', 'ez', join(folder, 'plain'), calls]);
    const recorded = readdirSync(folder).filter((name) => name.startsWith('ez'));
    if (recorded.length === 0) throw new Error('EZTrace recorded nothing');
    for (const name of recorded) rmSync(join(folder, name), { recursive: true });
    return printed;
  };
else console.log('EZTrace is not installed (apt-get install eztrace): the probe is measured alone.');

try {
  const source = join(here, 'calls.c');
  output('mpicc.openmpi', ['-O2', '-o', 'plain', source]);
  output(wrapper, ['mpicc.openmpi', '-O2', '-o', 'probe', source]);
  const times = measure();
  console.log(
    `Nanoseconds a call, least of ${rounds} rounds of ${calls} calls; "adds" is what a pair of events costs.`,
  );
  row(['', 'plain', 'probe', 'adds', ...(hasEztrace ? ['EZTrace', 'adds', 'share'] : [])]);
  let met = true;
  for (const [name, plain] of times.plain) {
    const probe = times.probe.get(name) ?? NaN;
    const added = probe - plain;
    met &&= added <= goal.nanoseconds;
    /** @type {(string | number)[]} */
    const peer = [];
    if (hasEztrace && name !== 'function') {
      const eztrace = (times.eztrace.get(name) ?? NaN) - plain;
      peer.push(eztrace + plain, eztrace, (added / eztrace).toFixed(2));
      met &&= added / eztrace <= goal.share;
    }
    row([name, plain, probe, added, ...peer]);
  }
  console.log(`Goal, at most ${goal.nanoseconds} ns and a third of EZTrace's cost: ${met ? 'met' : 'not met'}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
