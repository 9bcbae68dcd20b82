/** Builds that make their own sources first: make read the folder before, and does not find them until it starts again. */
import { parse, resolve } from 'node:path';
import { entriesOf } from '../../../base/files/index.js';
import { languageOf } from '../../configuration/languages.js';
import type { FailedBuild, Repair } from '../failedBuild.js';

const NO_RULE = /No rule to make target ['`]([^']+\.(?:o|mod|obj))', needed by/;

/** Continues a build whose missing source exists by now; a fresh one would begin without it. */
export function buildAgain({ output, commands, where }: FailedBuild): Repair | undefined {
  const target = NO_RULE.exec(output)?.[1];
  if (target === undefined) return undefined;
  const { dir, name } = parse(resolve(where, target));
  const source = entriesOf(dir).find(
    (entry) => parse(entry.name).name === name && languageOf(entry.name) !== undefined,
  );
  if (source === undefined) return undefined;
  return {
    commands: commands.map((argv) => argv.filter((word) => word !== '--fresh')),
    reason: `the build made ${source.name} itself, which make did not find before`,
  };
}
