// Measures how long one rank or thread waits for another one whose calls of a tiny function are recorded: uninstrumented,
// as measured, and with measurement overhead subtracted.
// node bench/probe/compensation.mjs [calls] [rounds] [mpicc] [mpirun]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { output, row, wrapper } from './measure.mjs';

const [calls = '300000', rounds = '7', mpicc = 'mpicc', mpirun = 'mpirun'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-'));
const cli = join(import.meta.dirname, '../../dist/cli.cjs');

/** Goal: by how much a compensated wait may differ from the plain one. */
const GOAL = 0.03;

/**
 * Operations that are waited for, the rank counts, and the metrics of the waiting.
 * @type {Record<string, { ranks: string, metrics: string[] }>}
 */
const ways = {
  message: { ranks: '2', metrics: ['mpi_latesender'] },
  barrier: { ranks: '2', metrics: ['mpi_barrier_wait'] },
  'all-to-all': { ranks: '2', metrics: ['mpi_wait_nxn'] },
  team: { ranks: '1', metrics: ['omp_ebarrier_wait', 'omp_ibarrier_wait'] },
  lock: { ranks: '1', metrics: ['omp_lock_contention_api'] },
};

/** Everything is recorded, and nothing is written before the end, which takes as long as the disk likes. */
const everything = { TRIMTAB_FUNCTIONS: 'all', TRIMTAB_BUDGET: '100', TRIMTAB_BUFFER_BYTES: String(1 << 28) };

/** @param {string} how @param {Record<string, string>} settings @returns seconds by the program's own clock */
function waited(how, settings) {
  const trace = join(folder, 'trace');
  rmSync(trace, { recursive: true, force: true });
  const printed = output(folder, mpirun, ['-n', ways[how]?.ranks ?? '2', '--oversubscribe', './program', how, calls], {
    TRIMTAB_EXPERIMENT_DIR: trace,
    ...settings,
  });
  return Number(/waited (\S+)/.exec(printed)?.[1] ?? 'NaN');
}

/** @param {string} how @returns seconds in the trace as measured, and without recording */
function inTrace(how) {
  const text = execFileSync(process.execPath, [cli, 'analyze', join(folder, 'trace'), '--compensate', '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {{ compensation: { metrics: { name: string, measured: number, compensated: number }[] } }} */
  const { compensation } = JSON.parse(text);
  const found = compensation.metrics.filter(({ name }) => ways[how]?.metrics.includes(name));
  /** @param {'measured' | 'compensated'} which */
  const sum = (which) => found.reduce((seconds, metric) => seconds + metric[which], 0);
  return { measured: sum('measured'), compensated: sum('compensated') };
}

try {
  output(folder, wrapper, [mpicc, '-O1', '-fopenmp', '-o', 'program', join(import.meta.dirname, 'compensation.c')], {
    TRIMTAB_SLEDS: '1',
  });
  console.log(`Milliseconds waited, least of ${rounds} rounds, ${calls} calls recorded.`);
  row(['', 'plain', 'measured', 'without', 'of plain %']);
  let met = true;
  for (const how of Object.keys(ways)) {
    const least = { plain: Infinity, measured: Infinity, compensated: Infinity };
    for (let round = 0; round < Number(rounds); round++) {
      least.plain = Math.min(least.plain, waited(how, { TRIMTAB_FUNCTIONS: '0', TRIMTAB_FINISH: '0' }));
      waited(how, everything);
      const { measured, compensated } = inTrace(how);
      least.measured = Math.min(least.measured, measured);
      least.compensated = Math.min(least.compensated, compensated);
    }
    const share = least.compensated / least.plain;
    met &&= Math.abs(share - 1) <= GOAL;
    row([how, 1e3 * least.plain, 1e3 * least.measured, 1e3 * least.compensated, 1e2 * share]);
  }
  console.log(`Goal, within ${GOAL * 100} % of the plain wait: ${met ? 'met' : 'not met'}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
