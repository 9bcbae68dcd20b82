/** Makefiles with settings for several compilers, of which a variable selects one: `COMPILER = intel`. */
import { withVariables } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { refusedOptions } from '../foreignOptions.js';
import { plausible, pointsOf } from '../plausible.js';
import { lacksMpi, missingCompilers } from './compilers.js';

/** The values with which a makefile compares a variable. */
function comparedValues(name: string, text: string): string[] {
  const test = new RegExp(
    `^[ \\t]*(?:else[ \\t]+)?ifn?eq[ \\t]*\\(?["' ]*\\$[({](?:strip[ \\t]+\\$[({])?${name}[)}]*["' ]*,?[ \\t]*["' ]*([\\w.+-]+)`,
    'gm',
  );
  const used = new RegExp(`\\w+_([A-Za-z]+)[ \\t]*[:?]?=`, 'g');
  const isIndirect = new RegExp(`\\$[({]\\w+_\\$[({]${name}[)}][)}]`).test(text);
  const indirect = isIndirect ? [...text.matchAll(used)].map(([, value = '']) => value) : [];
  return [...new Set([...[...text.matchAll(test)].map(([, value = '']) => value), ...indirect])];
}

/** Selects the compiler of this machine, if the selected one is another. @param text the makefiles */
export function otherSuite({ output, commands, failed, make, sources }: FailedBuild, text: string): Repair | undefined {
  const isEmpty = failed === undefined;
  const isOther = missingCompilers(output).length > 0 || refusedOptions(output).size > 0 || lacksMpi(output);
  if (!isEmpty && !isOther) return undefined;
  for (const { name, value, own } of make?.variables ?? []) {
    const selected = value.trim();
    // Makefiles that know no name of this machine may select nothing, and build nothing.
    const isOpen = isEmpty && (selected === '' || selected.startsWith('$(shell'));
    const isForeign = /^[\w+-]+$/.test(selected) && pointsOf(selected, sources.mpi) === undefined;
    if (!own || !(isOpen || isForeign)) continue;
    const best = plausible(comparedValues(name, text), sources.mpi).find((one) => one.points > 0);
    if (best === undefined) continue;
    return {
      commands: withVariables(commands, new Map([[name, best.name]])),
      reason: isForeign
        ? `the makefile is set for ${selected} by ${name}, and has settings for ${best.name}`
        : `the makefile selects no compiler by ${name}, and has settings for ${best.name}`,
    };
  }
  return undefined;
}
