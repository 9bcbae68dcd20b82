/** The next build to propose after one that failed, made nothing, or made a program without MPI. */
import { areSame } from './commands.js';
import type { Commands, FailedBuild, Repair, Rule } from './failedBuild.js';
import { withoutDevice } from './rules/accelerator.js';
import { buildAgain } from './rules/again.js';
import { buildType, demandedValue, withoutAccelerator } from './rules/cmake.js';
import { missingCompilers, otherCompilers } from './rules/compilers.js';
import { languageOfAnyCompiler } from './foreignCompilers.js';
import { listedGoal, usualGoal } from './rules/goals.js';
import { enabledMpi } from './rules/hiddenMpi.js';
import { commonSymbols, removedFunctions } from './rules/olderC.js';
import { missingHeaders, withoutLibrary } from './rules/headers.js';
import { systemLibrary } from './rules/libraryFolders.js';
import { missingLibraries } from './rules/libraries.js';
import { otherOptions } from './rules/options.js';
import { makefileInstead } from './rules/otherDescription.js';
import { otherSuite } from './rules/suite.js';
import { copiedTemplate } from './rules/templates.js';

export { typedBuild } from './commands.js';
export { libraryAdvice } from './rules/headers.js';
export type { Commands, FailedBuild, Repair, Sources } from './failedBuild.js';

/** Texts that describe the build. */
export interface Descriptions {
  /** The makefiles that were read, or CMakeLists.txt. */
  readonly text: string;
  /** CMakeCache.txt of the build folder. */
  readonly cache: string | undefined;
}

/** Rules for the compiler, its options and what it refuses are applied together, since one makefile may need all. */
function together(build: FailedBuild, text: string): Repair | undefined {
  const suite = otherSuite(build, text);
  const compilers = otherCompilers(build);
  const isForeign =
    compilers !== undefined && missingCompilers(build.output).some((name) => languageOfAnyCompiler(name) !== undefined);
  const rules: readonly Rule[] = [
    () => suite,
    otherCompilers,
    // Settings of the selected compiler have its options.
    ...(suite === undefined ? [(failed: FailedBuild) => otherOptions(failed, isForeign)] : []),
    commonSymbols,
    removedFunctions,
    missingLibraries,
  ];
  let { commands } = build;
  const reasons: string[] = [];
  for (const rule of rules) {
    const repair = rule({ ...build, commands });
    if (repair === undefined || areSame(repair.commands, commands)) continue;
    ({ commands } = repair);
    reasons.push(repair.reason);
  }
  return reasons.length === 0 ? undefined : { commands, reason: reasons.join(', and ') };
}

/** Returns the first proposal that is new. @param tried commands of the builds so far */
function firstNew(proposals: readonly (Repair | undefined)[], tried: readonly Commands[]): Repair | undefined {
  return proposals.find(
    (repair) => repair !== undefined && !tried.some((commands) => areSame(commands, repair.commands)),
  );
}

/** Returns the next build after one that failed or made nothing; undefined if no rule applies. */
export function nextBuild(
  build: FailedBuild,
  { text }: Descriptions,
  tried: readonly Commands[] = [build.commands],
): Repair | undefined {
  const rules: readonly Rule[] = [
    (failed) => withoutAccelerator(failed, text),
    (failed) => withoutDevice(failed, text),
    copiedTemplate,
    buildAgain,
    buildType,
    demandedValue,
    (failed) => together(failed, text),
    systemLibrary,
    withoutLibrary,
    missingHeaders,
    listedGoal,
    usualGoal,
    makefileInstead,
  ];
  return firstNew(
    rules.map((rule) => rule(build)),
    tried,
  );
}

/** Returns the build that enables MPI, for sources that use it if a macro is defined; undefined if nothing enables it. */
export function buildWithMpi(
  build: FailedBuild,
  { text, cache }: Descriptions,
  tried: readonly Commands[],
): Repair | undefined {
  return firstNew([enabledMpi(build, text, cache)], tried);
}
