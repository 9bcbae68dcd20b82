// Common functions of the benchmarks of the probe: programs that print "name<TAB>nanoseconds", run in turn.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export const wrapper = join(import.meta.dirname, '../../src/probe/trimtab-cc');

/**
 * Returns the output of a command.
 * @param {string} folder
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string>} settings
 */
export function output(folder, command, parameters, settings = {}) {
  const env = { ...process.env, OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1', ...settings };
  return execFileSync(command, parameters, { encoding: 'utf8', env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Runs a program that is linked with the probe, and makes sure that it recorded.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} parameters
 * @param {'trace' | 'profile'} mode
 */
export function recorded(folder, program, parameters, mode = 'trace') {
  const run = join(folder, 'run');
  const printed = output(folder, join(folder, program), parameters, {
    TRIMTAB_EXPERIMENT_DIR: run,
    TRIMTAB_FINISH: '0',
    TRIMTAB_MODE: mode,
  });
  const kind = mode === 'trace' ? '.rec' : '.prof';
  if (!readdirSync(join(run, 'raw')).some((name) => name.endsWith(kind))) throw new Error('nothing was recorded');
  rmSync(run, { recursive: true });
  return printed;
}

/**
 * Nanoseconds a call by the name of the call.
 * @param {string} printed
 * @returns {Map<string, number>}
 */
function parse(printed) {
  const rows = printed.split('\n').flatMap((line) => {
    const [name, time] = line.split('\t');
    return name === undefined || time === undefined ? [] : [/** @type {const} */ ([name, Number(time)])];
  });
  if (rows.length === 0) throw new Error(`the benchmark printed no times: ${printed}`);
  return new Map(rows);
}

/**
 * The least of all rounds: what disturbs a measurement only adds to it.
 * @param {Record<string, () => string>} variants
 * @param {number} rounds
 * @returns {(variant: string) => Map<string, number>} the times of a variant by the name of the call
 */
export function leastOf(variants, rounds) {
  /** @type {Map<string, Map<string, number>>} */
  const least = new Map();
  for (let round = 0; round < rounds; round++)
    for (const [variant, run] of Object.entries(variants)) {
      const times = least.get(variant) ?? new Map();
      for (const [name, time] of parse(run())) times.set(name, Math.min(time, times.get(name) ?? Infinity));
      least.set(variant, times);
    }
  return (variant) => {
    const times = least.get(variant);
    if (times === undefined) throw new Error(`${variant} was not measured`);
    return times;
  };
}

/** @param {(string | number)[]} cells */
export function row(cells) {
  const [name = '', ...rest] = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell));
  console.log(name.padEnd(28) + rest.map((cell) => cell.padStart(11)).join(''));
}
