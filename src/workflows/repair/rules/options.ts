/** Options that the compiler of this machine refuses: those of other compilers. */
import { withBuildOptions, withVariables } from '../commands.js';
import type { FailedBuild, Repair } from '../failedBuild.js';
import { optionHere, refusedOptions, wordsHere } from '../foreignOptions.js';

const plain = (value: string): string => value.split(/\s+/).filter(Boolean).join(' ');

/**
 * Gives variables of makefiles the options of this machine, and replaces refused options that are in no variable.
 * @param isForeign whether the makefile is for another compiler, whose options are replaced before one is refused
 */
export function otherOptions({ output, commands, make }: FailedBuild, isForeign: boolean): Repair | undefined {
  const refused = refusedOptions(output);
  if (refused.size === 0 && !isForeign) return undefined;
  const reason =
    refused.size === 0
      ? 'the options are those of another compiler'
      : `the compiler of this machine refuses ${[...refused].join(' ')}`;
  const values = new Map<string, string>();
  const left = new Set(refused);
  for (const { name, value, own } of make?.variables ?? []) {
    const here = wordsHere(value, refused);
    if (!own || here === plain(value)) continue;
    values.set(name, here);
    for (const option of refused) if (mentions(value, option)) left.delete(option);
  }
  const instead = [...left].flatMap((option) => ['--instead', option, optionHere(option)]);
  const variables = values.size === 0 ? commands : withVariables(commands, values);
  return { commands: instead.length === 0 ? variables : withBuildOptions(variables, instead), reason };
}

const mentions = (value: string, option: string): boolean =>
  plain(` ${value} `).split(' ').includes(option) ||
  (option.startsWith('-x') && value.includes(`-x ${option.slice(2)}`));
