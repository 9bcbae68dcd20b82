import type { Doubt } from '../../model/findings/findings.js';
import { TrimtabError, type Problem } from '../../base/problem.js';
import type { Toolchain } from './provenance.js';
import { belongTogether } from '../../targets/local/tools.js';
import { startsWithLauncher } from '../../targets/launch.js';
import { launcherFor } from '../../targets/mpi.js';

/**
 * Refuses a compiler and a launcher of different MPI libraries: they would start N programs of one rank each, and
 * report success.
 * @throws TrimtabError with the change to make
 */
export function checkToolchain({ compiler, launcher }: Toolchain): void {
  if (compiler === undefined || launcher === undefined || belongTogether(compiler, launcher)) return;
  throw new TrimtabError(
    `${compiler.command} belongs to ${compiler.flavour} but ${launcher.command} to ${launcher.flavour}, so every rank would run alone. ` +
      `Write ${launcherFor(compiler.command)} in run.command, or a compiler of ${launcher.flavour} in build.command.`,
  );
}

/**
 * Compares the ranks measured with those asked for.
 * @returns undefined when they agree; an error when the ranks ran as separate programs, else a warning
 */
export function compareRanks(asked: number, measured: number, run: readonly string[]): Problem | undefined {
  if (measured === asked) return undefined;
  if (measured === 1)
    return {
      level: 'error',
      message:
        `${asked} ranks were requested, but each ran alone as rank 0 of 1: ${run.at(0) ?? 'the launcher'} does not belong to the MPI library ` +
        'of the program, or run.command starts one rank. Write the launcher of that library (such as mpirun.openmpi or mpirun.mpich) with -n {ranks}.',
    };
  if (asked === 1 && !startsWithLauncher(run))
    return {
      level: 'warning',
      message:
        `${measured} processes were measured instead of one: ${run.at(0) ?? 'the command'} starts several. ` +
        `If they are ranks of one program, write "ranks: ${measured}" in trimtab.yaml. Otherwise, the numbers are sums over all of them.`,
    };
  return {
    level: 'warning',
    message: `${measured} ranks were measured instead of ${asked}; check that run.command passes {ranks} to the launcher.`,
  };
}

/** Returns a warning of the report about a difference between the measured and the requested rank count. */
export function ranksDoubt({ level, message }: Problem, asked: number, measured: number): Doubt {
  const at = message.lastIndexOf('; ');
  return {
    kind: level === 'error' ? 'separate-programs' : 'missing-ranks',
    severity: level === 'error' ? 'error' : 'warning',
    title: level === 'error' ? `${asked} programs of one rank` : `${measured} ranks measured, ${asked} requested`,
    sentence: `${message.slice(0, at)}.`,
    advice: message.slice(at + 2, at + 3).toUpperCase() + message.slice(at + 3),
  };
}
