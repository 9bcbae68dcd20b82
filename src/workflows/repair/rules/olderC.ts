/** C sources that newer compilers and MPI libraries refuse: tentative definitions, and functions of MPI 1. */
import { cmakeVariable, type Language } from '../../configuration/languages.js';
import { configures, withDefinitions, withVariables } from '../commands.js';
import type { Commands, FailedBuild, Repair } from '../failedBuild.js';
import { languageOfAnyCompiler } from '../foreignCompilers.js';

/** A variable without value; functions and variables with values are defined twice by mistake. */
const TWICE = /^.*multiple definition of .*$/gm;
/** Functions of MPI 1 that MPI 3.0 removed: Open MPI has them, and declares them on request. */
const REMOVED = /was removed in MPI-3\.0|expected expression before ['‘]_Static_assert/;

/** Puts an option behind the compilers of a language; undefined if no variable names one. */
function withOption(
  { commands, make }: FailedBuild,
  wanted: readonly Language[],
  option: string,
): Commands | undefined {
  if (commands.some(configures)) {
    const flags = wanted.map((language) => cmakeVariable(language, 'FLAGS'));
    return withDefinitions(commands, new Map(flags.map((name) => [name, option])));
  }
  const compilers = (make?.variables ?? []).filter(({ name, value, own }) => {
    const language = languageOfAnyCompiler(value.split(/\s+/)[0] ?? '');
    return language !== undefined && wanted.includes(language) && (own || name === 'CC') && !value.includes(option);
  });
  const owned = compilers.filter(({ own }) => own);
  const values = (owned.length > 0 ? owned : compilers).map(({ name, value }): [string, string] => [
    name,
    `${value} ${option}`,
  ]);
  return values.length === 0 ? undefined : withVariables(commands, new Map(values));
}

/** Whether a message is about a variable without value: those about functions and others name them, or their section. */
const isTentative = (line: string): boolean => !/in function|\(\.(?!bss)/.test(line);

/** Allows tentative definitions of C, as compilers before gcc 10 did. */
export function commonSymbols(build: FailedBuild): Repair | undefined {
  const messages = build.output.match(TWICE) ?? [];
  if (messages.length === 0 || !messages.every(isTentative)) return undefined;
  const commands = withOption(build, ['C'], '-fcommon');
  const reason = 'several files define the same variable, which compilers since gcc 10 refuse';
  return commands === undefined ? undefined : { commands, reason };
}

/** Declares the functions of MPI 1 that MPI 3.0 removed. */
export function removedFunctions(build: FailedBuild): Repair | undefined {
  if (!REMOVED.test(build.output)) return undefined;
  const commands = withOption(build, ['C', 'C++'], '-DOMPI_OMIT_MPI1_COMPAT_DECLS=0');
  const reason = 'the sources call functions that MPI 3.0 removed, which Open MPI declares on request';
  return commands === undefined ? undefined : { commands, reason };
}
