/** Makefiles that name a compiler which this machine does not have, or one that does not find MPI. */
import { basename } from 'node:path';
import { cmakeVariable, compilerFor, languageOfPlainCompiler, type Language } from '../../configuration/languages.js';
import { configures, withDefinitions, withVariables } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { expanded } from '../makeDatabase.js';
import { compilerHere, isForAccelerator, languageOfAnyCompiler } from '../foreignCompilers.js';
import { findProgram } from '../../../base/processes/programs.js';
import { inheritedEnvironment } from '../../../targets/environment.js';

/** Messages of make and of shells about a program that is missing. */
const MISSING: readonly RegExp[] = [
  /^(?:\S*\/)?g?make(?:\[\d+\])?: (\S+): (?:No such file or directory|Permission denied|Command not found|Not a directory)$/gm,
  /^(?:\S*\/)?(?:ba|da|k|z)?sh: (?:(?:line )?\d+: )?(\S+): (?:command )?(?:not found|No such file or directory)$/gm,
  /^(\S+): not found$/gm,
];
/** Messages of compilers and linkers that do not find MPI. */
const NO_MPI =
  /fatal error: mpi(f\.h|\.h): No such file|[Cc]annot open module file ['‘"`]mpi(_f08)?\.mod|[Cc]annot open included file ['‘"`]mpif\.h|[Cc]an['’]t open (included )?file ['‘"`]mpif\.h|undefined reference to [`'‘"](P?MPI_\w+|mpi_\w+_)['’"]/;
/** Variables that make sets by default, by language. */
const DEFAULTS: ReadonlyMap<string, Language> = new Map([
  ['CC', 'C'],
  ['CXX', 'C++'],
  ['FC', 'Fortran'],
]);

/** The missing programs that are compilers of processors, or names of variables in their place. */
export function missingCompilers(output: string): string[] {
  const names = MISSING.flatMap((pattern) => [...output.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(names)].filter(
    (name) =>
      !isForAccelerator(name) &&
      (languageOfAnyCompiler(name) !== undefined || /^(CC|LD|LINK|LINKER|LOADER|CPP|MPICC|MPICXX)$/.test(name)),
  );
}

export const lacksMpi = (output: string): boolean => NO_MPI.test(output);

/**
 * The compilers of this machine for the variables of the makefiles.
 * @param missing compilers that are to be replaced
 * @param mpi whether compilers of MPI are wanted, also in the place of others of this machine
 */
export function compilersHere(
  { make, sources }: Pick<FailedBuild, 'make' | 'sources'>,
  missing: readonly string[],
  mpi: boolean,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value, own } of make?.variables ?? []) {
    const [written = '', ...others] = value.split(/\s+/);
    // A reference to another variable alone follows that one.
    const word = /^\$[({]\w+[)}]$/.test(written) ? written : expanded(written, { variables: make?.variables ?? [] });
    const isDefault = DEFAULTS.has(name);
    if (!own && !isDefault) continue;
    const isMissing = missing.some((one) => basename(one) === basename(word)) || isAbsent(word);
    const isPlain = mpi && languageOfPlainCompiler(word) !== undefined && (own || isUsed(name, { make, sources }));
    if (!isMissing && !isPlain) continue;
    const wanted = sources.mpi || mpi;
    values.set(name, [compilerHere({ name, word }, sources, wanted), ...others].join(' ').trim());
  }
  return values;
}

/** Whether a word is a compiler that is not on this machine: of another vendor, or of another version. */
function isAbsent(word: string): boolean {
  const isCompiler = languageOfAnyCompiler(word) !== undefined;
  return isCompiler && findProgram(basename(word), { environment: inheritedEnvironment() }) === undefined;
}

/** Whether a variable that no makefile sets compiles: sources of its language exist, and no other variable is for them. */
function isUsed(name: string, { make, sources }: Pick<FailedBuild, 'make' | 'sources'>): boolean {
  const language = DEFAULTS.get(name);
  const others = make?.variables.filter(
    ({ own, value }) => own && languageOfAnyCompiler(value.split(/\s+/)[0] ?? '') === language,
  );
  return language !== undefined && sources.languages.has(language) && others?.length === 0;
}

/** Takes the compilers of this machine in the place of missing ones, and those of MPI if its header is not found. */
export function otherCompilers(build: FailedBuild): Repair | undefined {
  const { output, commands, sources } = build;
  const missing = missingCompilers(output);
  const mpi = lacksMpi(output);
  if (missing.length === 0 && !mpi) return undefined;
  const reason =
    missing.length > 0
      ? `this machine has no compiler ${missing.join(' or ')}`
      : 'the compiler that is used does not find MPI';
  if (mpi && commands.some(configures)) {
    const named = [...sources.languages].map((language): [string, string] => [
      cmakeVariable(language, 'COMPILER'),
      compilerFor(language, true),
    ]);
    return { commands: withDefinitions(commands, new Map(named)), reason };
  }
  const compilers = compilersHere(build, missing, mpi);
  if (compilers.size === 0) return undefined;
  return { commands: withVariables(commands, compilers), reason };
}
