// Times MPI and function calls plain, with the probe and under EZTrace, in turn, and compares what recording adds.
// node bench/probe/run.mjs [calls] [rounds]
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { leastOf, output, recorded, row, wrapper } from './measure.mjs';

const here = import.meta.dirname;
const [calls = '300000', rounds = '5'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));

/** Goals: nanoseconds a pair of events may cost, and its share of EZTrace's cost. */
const goal = { nanoseconds: 60, share: 1 / 3 };

/** Events that EZTrace does not record, or not completely. */
const ours = new Set(['function', 'Put, Win_flush', 'Win_lock, Win_unlock']);

/** @param {string} command @param {string[]} parameters */
function exists(command, parameters) {
  try {
    output(folder, command, parameters);
    return true;
  } catch {
    return false; // the command itself is asked for, whatever the reason that it does not work
  }
}

/** @type {Record<string, () => string>} */
const variants = {
  plain: () => output(folder, join(folder, 'plain'), [calls]),
  probe: () => recorded(folder, 'probe', [calls]),
  profile: () => recorded(folder, 'probe', [calls], 'profile'),
};

/** EZTrace's module for Open MPI has this name; without it the peer is omitted. */
const hasEztrace = exists('eztrace_avail', []);
if (hasEztrace)
  variants.eztrace = () => {
    const printed = output(folder, 'eztrace', ['-t', 'openmpi', '-o', 'ez', join(folder, 'plain'), calls]);
    const recorded = readdirSync(folder).filter((name) => name.startsWith('ez'));
    if (recorded.length === 0) throw new Error('EZTrace recorded nothing');
    for (const name of recorded) rmSync(join(folder, name), { recursive: true });
    return printed;
  };
else console.log('EZTrace is not installed (apt-get install eztrace): the probe is measured alone.');

try {
  const source = join(here, 'calls.c');
  output(folder, 'mpicc.openmpi', ['-O2', '-o', 'plain', source]);
  output(folder, wrapper, ['mpicc.openmpi', '-O2', '-o', 'probe', source]);
  const times = leastOf(variants, Number(rounds));
  console.log(
    `Nanoseconds a call, least of ${rounds} rounds of ${calls} calls; "adds" is what a pair of events costs. Profiles fold them, too.`,
  );
  row(['', 'plain', 'trace', 'adds', 'profile', 'adds', ...(hasEztrace ? ['EZTrace', 'adds', 'share'] : [])]);
  let met = true;
  for (const [name, plain] of times('plain')) {
    const probe = times('probe').get(name) ?? NaN;
    const added = probe - plain;
    met &&= added <= goal.nanoseconds;
    /** @type {(string | number)[]} */
    const peer = [];
    if (hasEztrace && !ours.has(name)) {
      const eztrace = (times('eztrace').get(name) ?? NaN) - plain;
      peer.push(eztrace + plain, eztrace, (added / eztrace).toFixed(2));
      met &&= added / eztrace <= goal.share;
    }
    const profile = times('profile').get(name) ?? NaN;
    row([name, plain, probe, added, profile, profile - plain, ...peer]);
  }
  // A round of Irecv, Send and Wait is three calls, with a message sent and one received.
  for (const [mode, how] of [
    ['probe', 'recording'],
    ['profile', 'recording and counting'],
  ]) {
    const adds = (/** @type {string} */ name) =>
      (times(mode ?? '').get(name) ?? NaN) - (times('plain').get(name) ?? NaN);
    const message = (3 * (adds('Irecv, Send, Wait') - adds('MPI_Iprobe'))) / 2;
    console.log(`${how} a message and its request, beside the calls: ${message.toFixed(1)} ns`);
  }
  console.log(`Goal, at most ${goal.nanoseconds} ns and a third of EZTrace's cost: ${met ? 'met' : 'not met'}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
