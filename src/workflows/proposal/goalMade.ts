/** The goal of a makefile that a person made before. */
import { join } from 'node:path';
import { entriesOf, statOf } from '../../base/files/index.js';
import { programAt } from '../building/builtPrograms.js';
import { languageOf } from '../configuration/languages.js';

/**
 * The goal of a makefile that was made: an executable in its folder, not older than the sources next to it.
 * @param text the makefile
 * @returns undefined if none or several were made, or make builds it without a goal
 */
export function goalMadeBefore(folder: string, text: string): string | undefined {
  const files = entriesOf(folder).filter((entry) => entry.isFile());
  const changedAt = (name: string): number => statOf(join(folder, name))?.mtimeMs ?? 0;
  const newest = Math.max(
    0,
    ...files.filter(({ name }) => languageOf(name) !== undefined).map(({ name }) => changedAt(name)),
  );
  const made = files.filter(
    ({ name }) =>
      ((statOf(join(folder, name))?.mode ?? 0) & 0o100) !== 0 &&
      changedAt(name) >= newest &&
      programAt(join(folder, name), folder) !== undefined,
  );
  const only = made.length === 1 ? made.at(0)?.name : undefined;
  const goals = [...text.matchAll(/^([A-Za-z0-9][\w.+-]*)[ \t]*:(?!=)/gm)].map(([, goal = '']) => goal);
  if (only === undefined || !goals.includes(only)) return undefined;
  const first = goals.at(0) ?? '';
  return first === only || /^(all|default)$/i.test(first) ? undefined : only;
}
