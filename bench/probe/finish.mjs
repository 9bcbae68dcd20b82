// Times trimtab-finish on large records, and the OTF2 library alone writing as many events, in turn.
// node bench/probe/finish.mjs [millions of records] [rounds] [another trimtab-finish, to compare with]
import { openSync, closeSync, mkdtempSync, readSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { output, row, wrapper } from './measure.mjs';

const here = import.meta.dirname;
const [millions = '20', rounds = '3', other] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
const GOAL = 20;

/** Rounds of each program for a million records. */
const programs = [
  { name: 'functions', compile: ['gcc', '-O1'], source: 'functions.c', perMillion: 90_000, env: {} },
  {
    name: 'MPI',
    compile: ['mpicc.openmpi', '-O2'],
    source: 'calls.c',
    perMillion: 17_000,
    env: { TRIMTAB_FUNCTIONS: '0', TRIMTAB_CALLERS: '0' },
  },
  {
    name: 'MPI with callers',
    compile: ['mpicc.openmpi', '-O2'],
    source: 'calls.c',
    perMillion: 17_000,
    env: { TRIMTAB_FUNCTIONS: '0' },
  },
  {
    name: 'OpenMP',
    compile: ['clang', '-fopenmp', '-O2'],
    source: 'openmp.c',
    perMillion: 14_000,
    env: { OMP_NUM_THREADS: '1' },
  },
];

/** Words that follow the first one of a record, by its type: as record.h lists them. */
const payloads = [0];
for (const [, words] of readFileSync(join(here, '../../src/probe/format/record.h'), 'utf8').matchAll(
  /^\s+X\(TT_\w+, (\d+)\)/gm,
))
  payloads.push(Number(words));

/** @param {string} path @returns how many records a raw file holds */
function recordsIn(path) {
  const HEADER = 40;
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(1 << 24);
  let count = 0;
  let skip = 0;
  for (let at = HEADER, length; (length = readSync(file, piece, 0, piece.length, at)) > 0; at += length) {
    const words = length / 8;
    let word = skip;
    for (; word < words; word += 1 + (payloads[piece[8 * word + 7] ?? 0] ?? 0)) count++;
    skip = word - words;
  }
  closeSync(file);
  return count;
}

/** @param {string} archive @returns how many events it announces */
function eventsIn(archive) {
  const printed = output(folder, 'otf2-print', ['-G', archive]);
  return [...printed.matchAll(/# Events: (\d+)/g)].reduce((sum, [, events]) => sum + Number(events), 0);
}

/** @param {string[]} parameters @returns seconds of processor time */
function seconds(...parameters) {
  return Number(output(folder, join(folder, 'otf2'), parameters, { TRIMTAB_KEEP_RAW: '1' }));
}

try {
  output(folder, 'gcc', ['-O2', '-o', 'otf2', join(here, 'otf2.c'), '-lotf2']);
  const finisher = join(output(folder, wrapper, ['--print-cache', 'mpicc.openmpi']).trim(), 'trimtab-finish');
  console.log(`Millions a second of processor time, least time of ${rounds} rounds.`);
  row([
    '',
    'records M',
    'events M',
    'records/s',
    'events/s',
    'OTF2 alone',
    'share',
    ...(other ? ['of the other'] : []),
  ]);
  let met = true;
  for (const { name, compile, source, perMillion, env } of programs) {
    const [compiler = '', ...flags] = compile;
    output(folder, wrapper, [compiler, '-w', ...flags, '-o', name, join(here, source)]);
    const run = join(folder, 'run');
    const target = join(folder, 'target');
    const settings = {
      TRIMTAB_MODE: 'trace',
      TRIMTAB_FUNCTIONS: 'all',
      TRIMTAB_BUDGET: '1000000000',
      TRIMTAB_FINISH: '0',
      TRIMTAB_EXPERIMENT_DIR: run,
      ...env,
    };
    output(folder, join(folder, name), [String(Math.round(Number(millions) * perMillion))], settings);
    const raw = readdirSync(join(run, 'raw')).filter((file) => file.endsWith('.rec'));
    const records = raw.reduce((sum, file) => sum + recordsIn(join(run, 'raw', file)), 0);
    let [finishing, others, alone, events] = [Infinity, Infinity, Infinity, 0];
    for (let round = 0; round < Number(rounds); round++) {
      finishing = Math.min(finishing, seconds('run', finisher, run, target));
      events = eventsIn(join(target, 'traces.otf2'));
      rmSync(target, { recursive: true });
      if (other) {
        others = Math.min(others, seconds('run', other, run, target));
        rmSync(target, { recursive: true });
      }
      alone = Math.min(alone, seconds('write', String(events), target));
      rmSync(target, { recursive: true });
    }
    rmSync(run, { recursive: true });
    const rate = records / finishing / 1e6;
    met &&= rate >= GOAL;
    const [ours, limit] = [events / finishing / 1e6, events / alone / 1e6];
    const compared = other ? [(finishing / others).toFixed(2)] : [];
    row([name, records / 1e6, events / 1e6, rate, ours, limit, (ours / limit).toFixed(2), ...compared]);
  }
  console.log(`Goal, at least ${GOAL} million records a second: ${met ? 'met' : 'not met'}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
