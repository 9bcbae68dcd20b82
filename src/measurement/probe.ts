/** The probe seen from outside: the wrapper `trimtab-cc`, its variables, and the finisher that makes the archive. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../experiments/index.js';
import { TrimtabError } from '../model/problem.js';
import { withPath } from '../targets/environment.js';
import { capture } from '../targets/capture.js';
import { runProcess, type Command, type ProcessOptions } from '../targets/process.js';

/** The archive the probe leaves in its experiment folder. */
export const ARCHIVE = 'traces.otf2';

const WRAPPER = 'trimtab-cc';

/** Checks that the folder holds the probe. @throws TrimtabError when it does not */
export function checkProbe(probeFolder: string): void {
  if (!existsSync(join(probeFolder, WRAPPER)))
    throw new TrimtabError(
      `Trimtab's probe is not installed: ${join(probeFolder, WRAPPER)} is missing; install Trimtab again.`,
    );
}

/** The environment for building: `trimtab-cc` is found before anything else of that name. */
export function buildEnvironment(environment: Command['environment'], probeFolder: string): Record<string, string> {
  return withPath(environment, probeFolder);
}

/** The environment for a measured run. @param folder absolute path where records and archive go */
export function runEnvironment(environment: Command['environment'], folder: string): Record<string, string> {
  return { ...environment, TRIMTAB_EXPERIMENT_DIR: folder };
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
  // gcc with the MPI library on its command line: which MPI that is, only the wrapper can tell.
  if (forMpi.length > 0 || commands.some((argv) => argv.some((word) => word.includes('-lmpi')))) return forMpi;
  return named.filter((word) => /^[\w./+-]*(gcc|g\+\+|gfortran|clang|flang)[\w.+-]*$/.test(word));
}

/** The path of the archive in the folder; undefined when there is none. */
export function archiveIn(folder: string): string | undefined {
  const path = join(folder, ARCHIVE);
  return statOf(path)?.isFile() === true ? path : undefined;
}

/** Whether a run left anything in the folder. */
export function hasRecords(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** The finisher of the first compiler for which the probe has been built; undefined when there is none. */
async function findFinisher(
  compilers: readonly string[],
  environment: Command['environment'],
  probeFolder: string,
): Promise<string | undefined> {
  for (const compiler of compilers) {
    const cache = await capture([join(probeFolder, WRAPPER), '--print-cache', compiler], environment);
    const finisher = cache === undefined ? undefined : join(cache.trim(), 'trimtab-finish');
    if (finisher !== undefined && existsSync(finisher)) return finisher;
  }
  return undefined;
}

/** What came of making an archive. */
export interface Finished {
  readonly archive: string | undefined;
  /** What the finisher said: one line per problem. */
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
      remarks: [`The records in ${folder} were not made into an archive: trimtab-finish was not built.`],
    };
  const result = await runProcess({ argv: [finisher, folder], folder, environment }, options);
  const remarks = result.tail.split('\n').filter((line) => line.trim() !== '');
  return { archive: archiveIn(folder), remarks };
}
