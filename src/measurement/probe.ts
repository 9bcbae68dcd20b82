/** The probe seen from outside: the wrapper `trimtab-cc`, its variables, and the finisher that makes the archive. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { folderSize, statOf } from '../base/files/index.js';
import { TrimtabError } from '../base/problem.js';
import { commandText } from '../base/text.js';
import type { Bytes, Seconds } from '../base/units.js';
import { capture } from '../base/processes/capture.js';
import { neutralFolder } from '../base/processes/programs.js';
import { runProcess, type Command, type ProcessOptions, type ProcessResult } from '../base/processes/process.js';

/** Output of the probe in its experiment folder: the anchor file of a trace, or a profile. */
export const ARCHIVE = 'traces.otf2';
export const PROFILE = 'profile.cubex';

const WRAPPER = 'trimtab-cc';

/**
 * Compilers the probe may have been built for, or can be. The records are the same with all of them, so that where no MPI
 * is installed a plain one does.
 */
export const COMPILERS = ['mpicc', 'mpifort', 'mpicxx', 'gcc', 'cc', 'clang'];

/** How long building the probe may take, where none was built yet. */
const BUILD_PATIENCE: Seconds = 120;

/** Checks that the folder holds the probe. @throws TrimtabError when it does not */
export function checkProbe(probeFolder: string): void {
  if (!existsSync(join(probeFolder, WRAPPER)))
    throw new TrimtabError(
      `Trimtab's probe is not installed: ${join(probeFolder, WRAPPER)} is missing; install Trimtab again.`,
    );
}

/** The compilers that commands put behind `trimtab-cc`, in order of appearance: those for MPI, if there are any. */
export function wrappedCompilers(commands: readonly (readonly string[])[]): string[] {
  const found = commands.flatMap((argv) => {
    // Both forms: trimtab-cc mpicc … as words, and CC=trimtab-cc mpicc within one word.
    const words = argv.flatMap((word) => word.replace(/^[\w.+-]+=/, '').split(/\s+/));
    const behind = words.flatMap((word, index) => (word === WRAPPER ? words.slice(index + 1, index + 2) : []));
    const cmake = argv.flatMap((word) => /^-DCMAKE_\w+_COMPILER=(.+)$/.exec(word)?.slice(1) ?? []);
    return [...cmake, ...behind];
  });
  const named = [...new Set(found)];
  const forMpi = named.filter((word) => /^[\w./+-]*mpi[\w.+-]*$/.test(word));
  // gcc with the MPI library on its command line: only the wrapper can identify that MPI.
  if (forMpi.length > 0 || commands.some((argv) => argv.some((word) => word.includes('-lmpi')))) return forMpi;
  return named.filter((word) => /^[\w./+-]*(gcc|g\+\+|gfortran|clang|flang)[\w.+-]*$/.test(word));
}

/**
 * Returns the path of the measurement in the folder, undefined when there is none: the trace, next to which a profile
 * covers the time after its limit; else the profile.
 * @param isSearched whether it was a profile that was searched while it ran: the trace has single iterations
 */
export function archiveIn(folder: string, isSearched = false): string | undefined {
  const names = isSearched ? [PROFILE, ARCHIVE] : [ARCHIVE, PROFILE];
  return names.map((name) => join(folder, name)).find((path) => statOf(path)?.isFile() === true);
}

/** Whether a path is that of a profile which the probe made. */
export function isProfile(path: string): boolean {
  return basename(path) === PROFILE;
}

/** Whether a run left anything in the folder. */
export function hasRecords(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Whether a folder holds raw records of the probe, of which an archive can be made. */
export function holdsRawRecords(folder: string): boolean {
  const raw = join(folder, 'raw');
  return statOf(raw)?.isDirectory() === true && readdirSync(raw).some((name) => name.endsWith('.txt'));
}

/** The command that makes an archive of what a run left, and analyses it. */
export function rescueCommand(folder: string): string {
  return commandText(['trimtab', 'analyze', folder]);
}

/** The finisher of the first compiler for which the probe has been built; undefined when there is none. */
async function findFinisher(
  compilers: readonly string[],
  environment: Command['environment'],
  probeFolder: string,
): Promise<string | undefined> {
  for (const compiler of compilers) {
    const cache = await capture([join(probeFolder, WRAPPER), '--print-cache', compiler], environment, {
      patience: BUILD_PATIENCE,
    });
    const finisher = cache === undefined ? undefined : join(cache.trim(), 'trimtab-finish');
    if (finisher !== undefined && existsSync(finisher)) return finisher;
  }
  return undefined;
}

/** How long making an archive of records may take, on a slow disk and a busy machine. @param records bytes */
export function finishPatience(records: Bytes): Seconds {
  return 600 + records / 2e6;
}

/** Result of making an archive. */
export interface Finished {
  readonly archive: string | undefined;
  /** Messages of the finisher: one line per problem. */
  readonly remarks: readonly string[];
}

/**
 * Makes the archive of a run that could not do so itself (it crashed, was aborted or cancelled).
 * @param compilers MPI compilers the probe may have been built for
 */
export async function finishArchive(
  folder: string,
  compilers: readonly string[],
  environment: Command['environment'],
  probeFolder: string,
  options: ProcessOptions = {},
): Promise<Finished> {
  const existing = archiveIn(folder);
  if (existing !== undefined) return { archive: existing, remarks: [] };
  if (!hasRecords(folder)) return { archive: undefined, remarks: [] };
  const finisher = await findFinisher(compilers, environment, probeFolder);
  if (finisher === undefined)
    return {
      archive: undefined,
      remarks: [notMade(folder, 'trimtab-finish was not built')],
    };
  // In a neutral folder: a file next to the records is not started in place of the system's tools.
  const timeout = finishPatience(folderSize(folder));
  const result = await runProcess(
    { argv: [finisher, folder], folder: neutralFolder(), environment },
    { timeout, ...options },
  );
  const remarks = result.tail.split('\n').filter((line) => line.trim() !== '');
  const archive = archiveIn(folder);
  if (archive !== undefined) sweepUnfinished(folder);
  else remarks.push(notMade(folder, howItEnded(result)));
  return { archive, remarks };
}

function notMade(folder: string, why: string): string {
  return `The records in ${folder} were not made into an archive: ${why}; to try again: ${rescueCommand(folder)}`;
}

function howItEnded({ stopped, endedBy, exitCode }: ProcessResult): string {
  if (stopped === 'timeout') return 'trimtab-finish took too long';
  if (stopped === 'cancelled') return 'trimtab-finish was stopped';
  return `trimtab-finish ended ${endedBy === undefined ? `with exit code ${exitCode ?? 'unknown'}` : `by ${endedBy}`}`;
}

/** Removes what finishers left that were killed. */
function sweepUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^unfinished-\d+$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}
